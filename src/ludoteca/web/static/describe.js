/** Describes positions, moves and cells in words, for screen readers and for the text beside the board. */

import { capitalize } from "./dom.js";
import { unitName } from "./tokens.js";

/** @import { Sheet, Step, View } from "../types.js" */

/** Third persons that are not the verb with an s. */
const IRREGULAR = /** @type {Record<string, string>} */ ({
  go: "goes",
  die: "dies",
  push: "pushes",
  carry: "is turned",
  paralyse: "is paralysed",
  promote: "appears by promotion",
});
const UNDESCRIBED = new Set(["wall", "raze", "range", "rest", "lock", "pour", "carry-wall", "carry-grave"]);

/**
 * @param {Sheet} sheet
 * @param {number} seat
 * @param {string} text
 * @param {Step[]} steps
 */
export function describeMove(sheet, seat, text, steps) {
  const parts = steps.filter((step) => !UNDESCRIBED.has(step.verb.split(" ")[0])).map((step) => describeStep(sheet, step));
  return `${sheet.seats[seat].title} played ${text}${parts.length ? ": " : ""}${parts.join(", ")}.`;
}

/**
 * What a move would do besides going somewhere, with the losses of the one who makes it first.
 * @param {Sheet} sheet
 * @param {number} seat
 * @param {Step[]} steps
 */
export function describeConsequences(sheet, seat, steps) {
  const isOwn = (/** @type {Step} */ step) => sheet.glyphs[step.unit ?? ""]?.seat === seat;
  const deaths = steps.filter((step) => step.verb === "die");
  const own = deaths.filter(isOwn).map((step) => `your ${sheet.glyphs[step.unit ?? ""].name} on ${sheet.names[step.cells[0]]} dies`);
  const others = steps.filter((step) => !UNDESCRIBED.has(step.verb.split(" ")[0]) && !(step.verb === "die" && isOwn(step)));
  const walls = steps.filter((step) => step.verb === "wall").map((step) => sheet.names[step.cells[0]]);
  const parts = [...own, ...others.map((step) => describeStep(sheet, step))];
  if (walls.length) parts.push(`${walls.length > 1 ? "walls rise" : "a wall rises"} on ${walls.join(", ")}`);
  if (steps.some((step) => step.verb === "rest")) parts.push("then it rests for a turn");
  return parts.length ? `${capitalize(parts.join(", "))}.` : "Nothing else happens.";
}

/** @param {Sheet} sheet @param {Step} step */
function describeStep(sheet, step) {
  const [verb, ...details] = step.verb.split(" ");
  const predicate = [IRREGULAR[verb] ?? `${verb}s`, ...details].join(" ");
  const unit = step.unit ? unitName(sheet, step.unit) : "";
  const names = step.cells.map((cell) => sheet.names[cell]);
  if (verb === "turn") return `the block from ${names[0]} to ${names.at(-1)} turns`;
  if (!unit) return `${names[0]} ${predicate}`;
  const place = names.length > 1 ? `from ${names[0]} to ${names.at(-1)}` : `on ${names[0]}`;
  return `${unit} ${predicate} ${place}`;
}

/**
 * A cell's name, the unit on it, and the meaning of its marks.
 * @param {Sheet} sheet
 * @param {View} view
 * @param {number} cell
 */
export function describeCell(sheet, view, cell) {
  const unit = view.units.find(([where]) => where === cell)?.[1];
  const marks = view.marks.filter((mark) => mark.cell === cell);
  const meanings = marks.map((mark) => mark.words || (mark.kind === "check" ? "in check" : "")).filter(Boolean);
  const isEmpty = !unit && !meanings.length;
  return [sheet.names[cell], unit ? unitName(sheet, unit) : "", ...meanings, isEmpty ? "empty" : ""].filter(Boolean).join(", ");
}

/** The whole position, a line for each seat, mark and note. @param {Sheet} sheet @param {View} view */
export function describePosition(sheet, view) {
  const seats = sheet.seats.map((seat, number) => {
    /** @type {Map<string, string[]>} */
    const kinds = new Map();
    for (const [cell, unit] of view.units) {
      const glyph = sheet.glyphs[unit];
      if (glyph?.seat === number) kinds.set(glyph.name, [...(kinds.get(glyph.name) ?? []), sheet.names[cell]]);
    }
    const units = [...kinds].map(([name, cells]) => `${name} on ${cells.join(", ")}`);
    return `${seat.title}: ${units.join("; ") || "nothing on the board"}.`;
  });
  const marks = view.marks.filter((mark) => mark.words && !view.units.some(([cell]) => cell === mark.cell));
  return [...seats, ...marks.map((mark) => `${sheet.names[mark.cell]}: ${mark.words}.`), ...view.notes];
}

/** A place in a queue: next, 2nd, 3rd. @param {number} place */
export function placeText(place) {
  if (place === 1) return "next";
  const isTeen = Math.floor(place / 10) % 10 === 1;
  return `${place}${(!isTeen && ["th", "st", "nd", "rd"][place % 10]) || "th"}`;
}
