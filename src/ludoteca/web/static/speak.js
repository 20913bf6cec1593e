/** Puts positions, moves and cells into words, and says them to who listens. */

import { unitName } from "./tokens.js";

/** @import { Sheet, Step, View } from "../types.js" */

const FORMS = /** @type {Record<string, string>} */ ({ go: "goes", die: "dies", push: "pushes", carry: "is turned" });
const UNSAID = new Set(["wall", "raze", "range", "rest", "lock", "pour", "carry-wall", "carry-grave"]);

/** @param {string} words */
export function say(words) {
  const live = document.getElementById("live");
  if (!live) return;
  const line = document.createElement("p");
  line.textContent = words;
  live.append(line);
  while (live.children.length > 6) live.firstElementChild?.remove();
}

/**
 * A move in words.
 * @param {Sheet} sheet
 * @param {number} seat
 * @param {string} text
 * @param {Step[]} steps
 */
export function moveWords(sheet, seat, text, steps) {
  const parts = steps.filter((step) => !UNSAID.has(step.verb.split(" ")[0])).map((step) => stepWords(sheet, step));
  return `${sheet.seats[seat].title} played ${text}${parts.length ? ": " : ""}${parts.join(", ")}.`;
}

/** @param {Sheet} sheet @param {Step} step */
function stepWords(sheet, step) {
  const [verb, ...rest] = step.verb.split(" ");
  const doing = [FORMS[verb] ?? `${verb}s`, ...rest].join(" ");
  const who = step.unit ? unitName(sheet, step.unit) : "";
  const names = step.cells.map((cell) => sheet.names[cell]);
  if (verb === "turn") return `the block from ${names[0]} to ${names.at(-1)} turns`;
  const where = names.length > 1 ? `from ${names[0]} to ${names.at(-1)}` : `on ${names[0]}`;
  return `${who} ${doing} ${where}`.trim();
}

/**
 * A cell in words: its name, who stands there, and what its marks mean.
 * @param {Sheet} sheet
 * @param {View} view
 * @param {number} cell
 */
export function cellWords(sheet, view, cell) {
  const unit = view.units.find(([where]) => where === cell)?.[1];
  const marks = view.marks.filter((mark) => mark.cell === cell);
  const words = marks.map((mark) => mark.words || (mark.kind === "check" ? "in check" : "")).filter(Boolean);
  const isBare = !unit && !words.length;
  return [sheet.names[cell], unit ? unitName(sheet, unit) : "", ...words, isBare ? "empty" : ""].filter(Boolean).join(", ");
}

/** The whole position in words, seat by seat. @param {Sheet} sheet @param {View} view */
export function positionWords(sheet, view) {
  const lines = sheet.seats.map((seat, number) => {
    /** @type {Map<string, string[]>} */
    const kinds = new Map();
    for (const [cell, unit] of view.units) {
      const glyph = sheet.glyphs[unit];
      if (glyph?.seat === number) kinds.set(glyph.name, [...(kinds.get(glyph.name) ?? []), sheet.names[cell]]);
    }
    const told = [...kinds].map(([name, cells]) => `${name} on ${cells.join(", ")}`);
    return `${seat.title}: ${told.join("; ") || "nothing on the board"}.`;
  });
  const rest = view.marks.filter((mark) => mark.words && !view.units.some(([cell]) => cell === mark.cell));
  const marks = rest.map((mark) => `${sheet.names[mark.cell]}: ${mark.words}.`);
  return [...lines, ...marks, ...view.notes];
}
