/** The buttons, settings and dialogs beside the board. */

import { hideAnalysis, showAnalysis } from "./analysis.js";
import { button, byId, capitalize, element } from "./dom.js";
import { drawArrow, clearHighlights } from "./highlight.js";
import { saveSetting, bindThemeButton, readSetting } from "./settings.js";
import { availableFaces } from "./tokens.js";

/** @import { Table } from "./room.js" */
/** @import { Analysis } from "../types.js" */

export const LEVELS = 8;

export class Buttons {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Analysis | null} What the machine thinks of the position that is shown. */
    this.analysis = null;
    this.bindButtons();
    this.bindSettings();
  }

  bindButtons() {
    const click = (/** @type {string} */ id, /** @type {() => void} */ act) => byId(id).addEventListener("click", act);
    const offer = (/** @type {string} */ what) => this.table.connection.act({ do: "offer", seat: this.table.below(), offer: what });
    click("undo", () => this.table.connection.act({ do: "offer", seat: this.lastMover(), offer: "takeback" }));
    click("draw", () => offer("draw"));
    click("rematch", () => offer("rematch"));
    click("resign", () => this.confirm("Resign this game?", () => this.table.connection.act({ do: "resign", seat: this.resigning() })));
    click("leave", () =>
      this.confirm("Leave, and let the machine play on for you?", () =>
        this.table.connection.act({ do: "leave", seat: this.table.below(), level: 3 }),
      ),
    );
    click("hint", () => void this.hint());
    click("analyse", () => {
      this.table.isAnalysing = !this.table.isAnalysing;
      byId("analyse").setAttribute("aria-pressed", String(this.table.isAnalysing));
      if (this.table.isAnalysing) void this.analyse();
      else hideAnalysis(this.table.board);
    });
    click("flip", () => {
      this.table.flip = (this.table.flip + 180) % 360;
      this.table.board.rotate(this.table.turn());
      this.table.refresh();
      this.showAnalysisAgain();
    });
    click("share", () => void this.share(location.href.split("#")[0]));
    const form = /** @type {HTMLFormElement} */ (byId("typing"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const field = /** @type {HTMLInputElement} */ (byId("typed"));
      if (field.value.trim()) void this.table.moveEntry.submitText(field.value.trim());
      field.value = "";
    });
  }

  /** Of the seats that one has, the one that moved last. */
  lastMover() {
    const { room, you } = this.table;
    return room.movers.findLast((seat) => you.includes(seat)) ?? this.table.below();
  }

  resigning() {
    return this.table.you.includes(this.table.room.to_move) ? this.table.room.to_move : this.table.below();
  }

  bindSettings() {
    bindThemeButton();
    const speed = /** @type {HTMLSelectElement} */ (byId("speed"));
    speed.value = this.table.speed();
    speed.addEventListener("change", () => saveSetting("speed", speed.value));
    const sounds = /** @type {HTMLInputElement} */ (byId("sounds"));
    sounds.checked = readSetting("sounds", "on") === "on";
    sounds.addEventListener("change", () => saveSetting("sounds", sounds.checked ? "on" : "off"));
    const faces = availableFaces(this.table.sheet);
    const face = /** @type {HTMLSelectElement} */ (byId("face"));
    face.replaceChildren(...faces.map((name) => element("option", { value: name }, capitalize(name === "text" ? "letters" : name))));
    byId("faces").hidden = faces.length < 2;
    face.value = this.table.board.face;
    face.addEventListener("change", () => {
      saveSetting(`face.${this.table.sheet.game}`, face.value);
      this.table.board.setFace(face.value);
      this.table.refresh();
      this.showAnalysisAgain();
    });
  }

  /** Who may be given which seat: one's own, and for the host those of machines and nobody. */
  showHands() {
    const { room, you, sheet, connection } = this.table;
    const box = byId("hands");
    if (box.contains(document.activeElement)) return;
    const seats = room.outcome ? [] : [...room.seats.keys()];
    const mine = seats.filter((seat) => you.includes(seat) || (room.host && room.seats[seat].kind !== "person"));
    box.replaceChildren(
      ...mine.map((seat) => {
        const choice = element("select", { id: `hand-${seat}` }, element("option", { value: "" }, "no change"));
        choice.append(element("option", { value: "open" }, "an open seat"));
        for (let level = 1; level <= LEVELS; level += 1) {
          choice.append(element("option", { value: `machine:${level}` }, `the machine, level ${level}`));
        }
        choice.addEventListener("change", () => {
          if (choice.value) connection.act({ do: "hand", seat, to: choice.value });
          choice.blur();
        });
        const label = element("label", { for: `hand-${seat}` }, `Hand ${sheet.seats[seat].title} over`);
        return element("p", { class: "field" }, label, choice);
      }),
    );
  }

  /** @param {string} words @param {() => void} act */
  confirm(words, act) {
    const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
    const yes = button("Yes", () => {
      dialog.close();
      act();
    }, { class: "primary" });
    dialog.replaceChildren(element("p", {}, words), element("p", { class: "row" }, yes, button("No", () => dialog.close())));
    dialog.showModal();
  }

  async hint() {
    if (!this.table.isLive()) await this.table.lookAt(this.table.room.number);
    const told = await this.table.connection.ask({ do: "hint", turn: this.table.room.number });
    if (told.say === "refused") {
      this.table.showToast(told.message);
      return;
    }
    clearHighlights(this.table.board, "thought");
    drawArrow(this.table.board, told.cells, "thought first");
    this.table.showToast(`The machine would play ${told.move}.`);
  }

  async analyse() {
    const number = this.table.at;
    const box = byId("analysis");
    this.analysis = null;
    if (this.table.room.outcome && this.table.isLive()) {
      box.replaceChildren(element("p", {}, "The game is over here; look back to see what the machine thinks."));
      box.hidden = false;
      return;
    }
    if (box.hidden) {
      box.replaceChildren(element("p", {}, "Thinking…"));
      box.hidden = false;
    }
    const told = await this.table.connection.ask({ do: "analyse", number, lines: 3 });
    if (!this.table.isAnalysing || number !== this.table.at) return;
    if (told.say === "analysis") {
      this.analysis = told;
      this.showAnalysisAgain();
    } else {
      hideAnalysis(this.table.board);
      this.table.showToast(told.message);
    }
  }

  /** On a board that was turned or drawn anew. */
  showAnalysisAgain() {
    if (this.analysis && !byId("analysis").hidden) showAnalysis(this.table.board, this.analysis);
  }

  /** @param {number} seat */
  async invite(seat) {
    const told = await this.table.connection.ask({ do: "invite", seat });
    if (told.say === "invitation") await this.share(`${location.origin}/join/${told.code}`, "Send this link to a friend: whoever opens it first gets the seat.");
    else this.table.showToast(told.message);
  }

  /** @param {string} address @param {string} [words] */
  async share(address, words = "Whoever has this link can watch.") {
    const dialog = /** @type {HTMLDialogElement} */ (byId("dialog"));
    const field = element("input", { type: "text", readonly: "", value: address, "aria-label": "Link", id: "link" });
    const copy = button("Copy", () => {
      field.select();
      void navigator.clipboard?.writeText(address).then(() => {
        copy.textContent = "Copied";
      });
    }, { class: "primary" });
    dialog.replaceChildren(element("p", {}, words), field, element("p", { class: "row" }, copy, button("Close", () => dialog.close())));
    dialog.showModal();
    field.select();
  }
}
