/** The lessons or puzzles of a page: which there are, which come next, and which were done. */

import { byId } from "./dom.js";
import { readSetting, saveSetting } from "./settings.js";
import { fill, t, tn } from "./words.js";

/** @import { Lesson } from "../types.js" */

const PLACES = { lessons: t("Lesson {number} of {count}"), puzzles: t("Puzzle {number} of {count}") };

export class LessonList {
  /** @param {"lessons" | "puzzles"} kind @param {string} game @param {Lesson[]} lessons */
  constructor(kind, game, lessons) {
    this.kind = kind;
    this.isPuzzles = kind === "puzzles";
    this.setting = `${kind}.${game}`;
    this.lessons = lessons;
    /** @type {Set<string>} Those that were done, in this browser. */
    this.done = new Set(readSetting(this.setting, "").split(" ").filter(Boolean));
    /** Called when other puzzles are listed. */
    this.onFilter = () => {};
    if (this.isPuzzles) this.bindDifficulty();
  }

  bindDifficulty() {
    const choice = this.difficulty();
    choice.value = readSetting("difficulty", choice.value);
    if (choice.selectedIndex < 0) choice.selectedIndex = 0;
    choice.addEventListener("change", () => {
      saveSetting("difficulty", choice.value);
      this.onFilter();
    });
  }

  difficulty() {
    return /** @type {HTMLSelectElement} */ (byId("difficulty"));
  }

  /** The lessons, or the puzzles of the chosen difficulty. */
  listed() {
    const [least, most] = this.isPuzzles ? this.difficulty().value.split("-").map(Number) : [0, Infinity];
    return this.lessons.filter(({ level }) => least <= level && level <= most);
  }

  /** @param {string} id */
  named(id) {
    return this.lessons.find((lesson) => lesson.id === id);
  }

  /** The first of those listed that was not done; if there is none, the first. */
  firstOpen() {
    const listed = this.listed();
    return listed.find(({ id }) => !this.done.has(id)) ?? listed[0] ?? this.lessons[0];
  }

  /** The lesson after one; after a puzzle, the next that was not solved. @param {Lesson} lesson */
  after(lesson) {
    const rest = this.listed().filter((each) => this.lessons.indexOf(each) > this.lessons.indexOf(lesson));
    return (this.isPuzzles && rest.find(({ id }) => !this.done.has(id))) || rest[0];
  }

  /** @param {Lesson} lesson */
  markDone(lesson) {
    this.done.add(lesson.id);
    saveSetting(this.setting, [...this.done].join(" "));
  }

  // What is taught where

  /** Whether a clause is taught after a lesson and not before that. @param {string | undefined} clause @param {Lesson} lesson */
  isLater(clause, lesson) {
    return this.firstTaught(clause) > this.lessons.indexOf(lesson);
  }

  /** The first lesson that has a sign in its moves, once its clause is taught. @param {string} sign @param {string | undefined} clause */
  firstWithSign(sign, clause) {
    const ready = this.lessons.slice(Math.max(0, this.firstTaught(clause)));
    return ready.find((lesson) => lesson.signs.includes(sign));
  }

  /** The place of the first lesson that teaches a clause; -1 if none does. @param {string | undefined} clause */
  firstTaught(clause) {
    return this.lessons.findIndex(({ clauses }) => clauses.some((taught) => taught.clause === clause));
  }

  /** Show the list and the progress, with one lesson as the present one. @param {Lesson} lesson */
  show(lesson) {
    const place = fill(PLACES[this.kind], { number: this.lessons.indexOf(lesson) + 1, count: this.lessons.length });
    byId("progress").textContent = this.isPuzzles ? tn("{place}, {count} solved", "{place}, {count} solved", this.done.size, { place }) : place;
    const listed = new Set(this.listed().map(({ id }) => id));
    for (const link of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("a[data-lesson]"))) {
      const id = link.dataset.lesson ?? "";
      if (link.parentElement) link.parentElement.hidden = !listed.has(id);
      link.classList.toggle("done", this.done.has(id));
      link.title = this.done.has(id) ? t("done") : "";
      if (id !== lesson.id) link.removeAttribute("aria-current");
      else link.setAttribute("aria-current", "true");
    }
    document.body.dataset.lesson = lesson.id;
  }
}
