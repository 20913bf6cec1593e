/** What goes into a study and out of it: records and positions from elsewhere, downloads, and games from here. */

import { closeDialog, copyButton, linkField, openDialog } from "./dialogs.js";
import { button, byId, capitalize, element, embeddedJson } from "./dom.js";
import { post, StudyRefusal } from "./study-positions.js";
import { t, tn } from "./words.js";

/** @import { StudyDocument } from "../types.js" */
/** @import { StudyPage } from "./study.js" */

/** @param {StudyPage} page */
export function bindFiles(page) {
  byId("import").addEventListener("click", () => openImport(page));
  byId("begin-new").addEventListener("click", openNew);
  byId("export").addEventListener("click", () => void openExport(page));
  byId("play-from-here").addEventListener("click", () => openPlay(page));
}

/** @param {string} message */
function faultElement(message) {
  return element("p", { class: "error", role: "alert" }, t("{sentence}.", { sentence: capitalize(message) }));
}

/** @param {StudyPage} page */
function openImport(page) {
  const text = element("textarea", { id: "import-text", rows: "8", spellcheck: "false", "aria-describedby": "import-help" });
  const file = element("input", { type: "file", id: "import-file", accept: ".txt,.pgn,text/plain" });
  const fault = element("div", { id: "import-fault" });
  const choice = element("div", { id: "import-games" });
  file.addEventListener("change", () => {
    void file.files?.[0]?.text().then((read) => {
      text.value = read;
    });
  });
  const read = async (number = 0) => {
    fault.replaceChildren();
    choice.replaceChildren();
    try {
      /** @type {{ games: { number: number, title: string }[] }} */
      const { games } = number ? { games: [] } : await page.positions.ask({ do: "games", text: text.value });
      if (games.length > 1) {
        choice.replaceChildren(...gameChoice(games, (chosen) => void read(chosen)));
        return;
      }
      /** @type {{ study: StudyDocument }} */
      const { study } = await page.positions.ask({ do: "read", text: text.value, number });
      closeDialog();
      page.replaceAfterAsking(study);
    } catch (error) {
      if (!(error instanceof StudyRefusal)) throw error;
      fault.replaceChildren(faultElement(error.message));
      text.focus();
    }
  };
  openDialog(
    element("h2", {}, t("Import")),
    element("p", { id: "import-help" }, t("Paste a record, with or without variations, a position or a list of moves. What is here now is replaced.")),
    element("p", {}, element("label", { for: "import-text" }, t("Record, position or moves"))),
    text,
    element("p", { class: "field" }, element("label", { for: "import-file" }, t("Or a file")), file),
    fault,
    choice,
    element("p", { class: "row" }, button(t("Import"), () => void read(), { class: "primary", id: "import-read" }), button(t("Cancel"), closeDialog)),
  );
  text.focus();
}

/** The games of a file, one of which is wanted. @param {{ number: number, title: string }[]} games @param {(number: number) => void} choose */
function gameChoice(games, choose) {
  const items = games.map(({ number, title }) => element("li", {}, button(title || t("Game {number}", { number }), () => choose(number))));
  return [element("p", {}, tn("The text has {count} game:", "The text has {count} games; choose one:", games.length)), element("ol", { class: "import-games" }, ...items)];
}

/** Choose options and seats for another study; what is here and not saved is kept as a draft. */
function openNew() {
  const form = /** @type {HTMLTemplateElement} */ (byId("new-study")).content.cloneNode(true);
  openDialog(form);
  byId("dialog").querySelector("[data-close]")?.addEventListener("click", closeDialog);
  const fields = /** @type {NodeListOf<HTMLInputElement | HTMLSelectElement>} */ (byId("dialog").querySelectorAll("input, select"));
  byId("dialog").querySelector("form")?.addEventListener("submit", () => {
    for (const field of fields) field.disabled = !field.value;
  });
}

/** The record as it is read here, or as other programs read it, to copy or download. @param {StudyPage} page @param {string} format its name, or nothing */
async function recordParts(page, format) {
  const { nodes, title, headers } = page.document();
  try {
    /** @type {{ record: string }} */
    const { record } = await page.positions.ask({ do: "write", nodes, title, headers, format });
    const text = element("textarea", { id: "record-text", rows: "8", readonly: "", spellcheck: "false", "aria-label": t("Record") });
    text.value = record;
    const href = URL.createObjectURL(new Blob([record], { type: "text/plain" }));
    const download = `${page.sheet.game}-study.${format.split("-")[0] || "txt"}`;
    const copy = copyButton(text, t("Record"));
    return [text, element("p", { class: "row" }, element("a", { class: "button primary", id: "download", href, download }, t("Download")), copy)];
  } catch (error) {
    if (!(error instanceof StudyRefusal)) throw error;
    return [faultElement(error.message)];
  }
}

/** @param {string} format */
function formatName(format) {
  const [kind, notation = ""] = format.split("-");
  return notation ? `${kind.toUpperCase()} (${t(notation)})` : kind.toUpperCase();
}

/** @param {StudyPage} page */
async function openExport(page) {
  const { position } = page.node;
  const formats = [element("option", { value: "" }, formatName("txt")), ...page.formats.map((format) => element("option", { value: format }, formatName(format)))];
  const format = element("select", { id: "record-format" }, ...formats);
  const record = element("div", { id: "record-parts" }, ...(await recordParts(page, "")));
  format.addEventListener("change", async () => record.replaceChildren(...(await recordParts(page, format.value))));
  const parts = [element("p", {}, t("The record, with variations, comments and arrows:"))];
  if (page.formats.length) parts.push(element("p", { class: "field" }, element("label", { for: "record-format" }, t("Format")), format));
  parts.push(record);
  if (position) {
    const query = new URLSearchParams({ position: position.text, seat: String(page.seatBelow()) });
    const picture = (/** @type {string} */ kind) => element("a", { href: `/picture/${page.sheet.game}.${kind}?${query}`, target: "_blank" }, kind.toUpperCase());
    parts.push(element("p", {}, t("The position that is shown, as text:")));
    parts.push(element("p", { class: "link" }, ...linkField(position.text, "exported-position", t("Position text"))));
    parts.push(element("p", { class: "row" }, t("As a picture:"), picture("svg"), picture("png")));
  }
  openDialog(element("h2", {}, t("Export")), ...parts, element("p", { class: "row" }, button(t("Close"), closeDialog)));
}

/** @param {StudyPage} page */
function openPlay(page) {
  const { position } = page.node;
  if (!position || position.outcome) return;
  const { seats } = page.sheet;
  /** @type {{ name: string }[]} */
  const levels = embeddedJson("levels");
  const seat = element("select", { id: "play-seat" }, ...seats.map(({ title }, number) => element("option", { value: String(number) }, title)));
  // In a variation, who has tried something else than the game plays it on.
  seat.value = String(page.node.firstOfVariation()?.seat ?? position.to_move);
  const opponent = element(
    "select",
    { id: "play-opponent" },
    ...levels.map(({ name }, number) => element("option", { value: `machine:${number + 1}` }, t("the machine, level {level} ({name})", { level: number + 1, name: t(name) }))),
    element("option", { value: "open" }, t("a friend by link")),
    element("option", { value: "me" }, t("me, on this screen")),
  );
  opponent.value = "machine:5";
  const fault = element("div", {});
  const start = async () => {
    const { options } = page.study;
    const words = seats.map((_, number) => (number === Number(seat.value) ? "me" : opponent.value));
    try {
      const { id } = await post("/api/rooms", { game: page.sheet.game, options, start: position.text, seats: words, seats_by_address: opponent.value === "open" });
      location.href = `/room/${id}`;
    } catch (error) {
      if (!(error instanceof StudyRefusal)) throw error;
      fault.replaceChildren(faultElement(error.message));
    }
  };
  openDialog(
    element("h2", {}, t("Play from here")),
    element("p", {}, t("A game that begins with the position that is shown.")),
    element("p", { class: "field" }, element("label", { for: "play-seat" }, t("I play")), seat),
    element("p", { class: "field" }, element("label", { for: "play-opponent" }, t("Against")), opponent),
    fault,
    element("p", { class: "row" }, button(t("Start the game"), () => void start(), { class: "primary", id: "play-start" }), button(t("Cancel"), closeDialog)),
  );
}
