/** Saving a study: once by hand, then by itself; what another window has saved meanwhile is never overwritten. */

import { confirm, linkField, showLink } from "./dialogs.js";
import { button, byId, element } from "./dom.js";
import { showToast } from "./status.js";
import { addressOf } from "./study-address.js";
import { Drafts } from "./study-drafts.js";
import { post, StudyRefusal } from "./study-positions.js";
import { t, tn } from "./words.js";

/** @import { StudyPage } from "./study.js" */
/** @import { Draft } from "./study-drafts.js" */

/** Milliseconds from the last change to the save, and from a failure to the next try. */
const [DELAY, RETRY_DELAY] = [700, 4000];

export class Saving {
  /** @param {StudyPage} page @param {{ id: string, revision: number, is_own: boolean }} stored */
  constructor(page, { id, revision, is_own: isOwn }) {
    this.page = page;
    /** Where it is stored; nothing if it is new. */
    this.id = id;
    this.revision = revision;
    this.isOwn = isOwn;
    this.hasChanged = false;
    this.isSaving = false;
    /** Whether another window has saved something else. */
    this.isOverwritten = false;
    this.timer = 0;
    this.drafts = new Drafts(page.sheet.game);
    this.draftTimer = 0;
    /** Whether what is shown was not saved when the page was left. */
    this.isRestored = false;
    /** @type {Draft | undefined} What another page has left. */
    this.offer = undefined;
    byId("save").addEventListener("click", () => void this.onClick());
    /** Whether the page is left to be shown again in another language. */
    this.isReturning = false;
    addEventListener("pagehide", () => {
      this.keepDraft();
      this.drafts.leave(this.isReturning);
    });
    for (const form of document.querySelectorAll("form.languages")) {
      form.addEventListener("submit", () => {
        const path = /** @type {HTMLInputElement} */ (form.querySelector("[name=path]"));
        path.value = location.pathname + location.search + addressOf(page.node);
        this.isReturning = true;
      });
    }
    this.show();
  }

  /** Whether changes are saved without being asked. */
  isAutomatic() {
    return Boolean(this.id) && this.isOwn && !this.isOverwritten;
  }

  async onClick() {
    if (this.id && this.isOwn && !this.isOverwritten) this.showLink();
    else if (await this.create()) this.showLink();
  }

  showLink() {
    const address = `${location.origin}/study/${this.id}`;
    const hash = addressOf(this.page.node);
    const name = t("Link to this position");
    const more = hash ? [element("p", {}, name), element("p", { class: "link" }, ...linkField(address + hash, "position-link", name))] : [];
    showLink(address, t("Whoever has this link can read the study and make a copy of it. Only you can change it, in this browser."), ...more);
  }

  /** Store the study as a new one of one's own. */
  async create() {
    try {
      const { id, revision } = await post("/api/studies", this.page.document());
      Object.assign(this, { id, revision, isOwn: true, isOverwritten: false, hasChanged: false, isRestored: false });
      this.drafts.drop(this.drafts.key);
      history.replaceState(null, "", `/study/${id}${location.hash}`);
      this.show();
      this.page.showOwnStudies();
      return true;
    } catch (error) {
      if (!(error instanceof StudyRefusal)) throw error;
      showToast(error.message);
      return false;
    }
  }

  /** Something was changed. */
  changed() {
    this.hasChanged = true;
    if (this.isAutomatic()) this.schedule(DELAY);
    else {
      clearTimeout(this.draftTimer);
      this.draftTimer = setTimeout(() => this.keepDraft(), DELAY);
    }
    this.show();
  }

  /** The page has begun a new study, which is stored nowhere. */
  detach() {
    clearTimeout(this.timer);
    Object.assign(this, { id: "", revision: 0, isOwn: true, hasChanged: true, isOverwritten: false });
    this.show();
  }

  /** @param {number} delay */
  schedule(delay) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.save(), delay);
  }

  async save() {
    if (this.isSaving || !this.isAutomatic()) return;
    const { id } = this;
    this.isSaving = true;
    this.hasChanged = false;
    this.show();
    let isRefused = false;
    try {
      const answer = await post(`/api/studies/${id}`, { revision: this.revision, study: this.page.document() });
      if (id === this.id) this.revision = answer.revision;
      this.page.showOwnStudies();
    } catch (error) {
      if (!(error instanceof StudyRefusal)) throw error;
      isRefused = true;
      if (id === this.id) this.onRefusal(error);
    } finally {
      this.isSaving = false;
      this.show();
    }
    if (this.hasChanged && this.isAutomatic() && !isRefused) this.schedule(DELAY);
  }

  /** @param {StudyRefusal} error */
  onRefusal(error) {
    this.hasChanged = true;
    if (error.why === "stale") this.isOverwritten = true;
    else if (["offline", "busy", "too-fast"].includes(error.why)) this.schedule(RETRY_DELAY);
    else {
      this.isOverwritten = true;
      showToast(error.message);
    }
  }

  show() {
    const state = byId("saving");
    byId("save").textContent = !this.id ? t("Save and share") : this.isOwn ? t("Share") : t("Make my own copy");
    byId("save").classList.toggle("primary", !this.id || !this.isOwn);
    if (this.isOverwritten) {
      state.replaceChildren(
        element("span", {}, t("This study was changed in another window; your changes here are not saved.")),
        button(t("Keep mine as a copy"), () => void this.create()),
        button(t("Show the other"), () => confirm(t("Drop your changes here?"), () => this.reload())),
      );
    } else {
      const discard = button(t("Discard"), () => confirm(t("Drop your changes here?"), () => this.discardOwn()), { class: "small" });
      state.replaceChildren(this.words(), ...(this.isRestored ? [discard] : []), ...(this.offer ? this.offerElements(this.offer) : []));
    }
  }

  /** Show what is stored. */
  reload() {
    this.hasChanged = false;
    this.drafts.drop(this.drafts.key);
    location.reload();
  }

  words() {
    if (!this.id) return this.hasChanged ? t("Not saved.") : "";
    if (!this.isOwn) return this.hasChanged ? t("Somebody else's study: your changes are not saved.") : t("Somebody else's study.");
    return this.hasChanged || this.isSaving ? t("Saving…") : t("Saved.");
  }

  // What is not saved is kept in this browser

  keepDraft() {
    const isAutomatic = this.isAutomatic();
    if (this.hasChanged || (isAutomatic && this.isSaving)) this.drafts.keep(this.id, this.page.document(), isAutomatic ? this.revision : undefined);
  }

  /** What was about to be saved when the page was left, if the server has not got it. */
  lastChanges() {
    const draft = this.isAutomatic() ? this.drafts.lastChanges(this.id) : undefined;
    if (draft) this.drafts.drop(draft.key);
    return draft?.revision === this.revision ? draft : undefined;
  }

  /** Go on with a draft: as a new study, so that nothing that is stored is overwritten. @param {Draft} draft */
  async restore(draft) {
    this.offer = undefined;
    this.drafts.drop(this.drafts.key);
    this.drafts.key = draft.key;
    this.detach();
    this.isRestored = true;
    this.show();
    history.replaceState(null, "", `/study/${draft.study.game}${location.hash}`);
    await this.page.load(draft.study);
  }

  /** @param {Draft} draft */
  discard(draft) {
    this.offer = undefined;
    this.drafts.drop(draft.key);
    this.show();
  }

  /** Begin anew. */
  discardOwn() {
    this.hasChanged = false;
    this.drafts.drop(this.drafts.key);
    location.assign(`/study/${this.page.sheet.game}`);
  }

  /** @param {Draft} draft */
  offerElements(draft) {
    const when = new Date(draft.at).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
    const words = tn("Not saved, of {when}: {count} move.", "Not saved, of {when}: {count} moves.", draft.study.nodes.length - 1, { when });
    const goOn = () => void this.restore(draft).then(() => this.page.playback.show(this.page.root));
    return [element("span", {}, words), button(t("Go on with it"), goOn, { class: "small" }), button(t("Discard"), () => this.discard(draft), { class: "small" })];
  }
}
