/** Studies that were not saved, kept in this browser: a few of each game, the latest first. */

import { readJsonSetting, saveSetting } from "./settings.js";

/** @import { StudyDocument } from "../types.js" */

/**
 * What a page has not saved: of a new study, or of a stored one that was changed. With a revision it was about to be
 * saved, after that one.
 * @typedef {{ key: string, id: string, at: number, study: StudyDocument, revision?: number }} Draft
 */

const MAX_DRAFTS = 3;
/** Characters; the server stores no larger study either. */
const MAX_LENGTH = 256 * 1024;
/** Where a page that is left tells the next one in this tab which draft is its own. */
const LEFT = "ludoteca.draft";

export class Drafts {
  /** @param {string} game */
  constructor(game) {
    this.setting = `drafts.${game}`;
    /** Of this page. */
    this.key = crypto.getRandomValues(new Uint32Array(2)).join("-");
  }

  /** @returns {Draft[]} */
  all() {
    const found = readJsonSetting(this.setting);
    return Array.isArray(found) ? found : [];
  }

  /**
   * Keep what this page has not saved.
   * @param {string} id of the stored study, if there is one
   * @param {StudyDocument} study
   * @param {number} [revision] which it would have replaced
   */
  keep(id, study, revision) {
    const others = this.all().filter(({ key }) => key !== this.key);
    const isSmall = JSON.stringify(study).length <= MAX_LENGTH;
    const own = isSmall ? [{ key: this.key, id, at: Date.now(), study, revision }] : [];
    saveSetting(this.setting, JSON.stringify([...own, ...others].slice(0, MAX_DRAFTS)));
  }

  /** @param {string} key */
  drop(key) {
    saveSetting(this.setting, JSON.stringify(this.all().filter((draft) => draft.key !== key)));
  }

  /** The page is left: after a reload, the way back or in another language it goes on with its draft. @param {boolean} isToBeContinued */
  leave(isToBeContinued) {
    try {
      sessionStorage.setItem(LEFT, JSON.stringify({ key: this.key, isToBeContinued }));
    } catch {
      // Without session storage the draft is offered.
    }
  }

  /** What the page has not saved that was here before it was loaded again. @param {string} id @returns {Draft | undefined} */
  continued(id) {
    const [entry] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
    try {
      const { key, isToBeContinued } = JSON.parse(sessionStorage.getItem(LEFT) ?? "{}");
      sessionStorage.removeItem(LEFT);
      const isAgain = isToBeContinued || entry?.type !== "navigate";
      return isAgain ? this.all().find((draft) => draft.key === key && draft.id === id) : undefined;
    } catch {
      return undefined;
    }
  }

  /** The latest that another page has left, for who opens a new study or the one that was changed. @param {string} id */
  offered(id) {
    return this.all().find((draft) => draft.key !== this.key && draft.revision === undefined && (!id || draft.id === id));
  }

  /** What a page was about to save. @param {string} id */
  lastChanges(id) {
    return this.all().find((draft) => draft.id === id && draft.revision !== undefined);
  }
}
