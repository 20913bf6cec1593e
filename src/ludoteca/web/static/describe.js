/** Describes positions, moves and cells in words, for screen readers and for the text beside the board. */

import { capitalize } from "./dom.js";
import { unitName } from "./tokens.js";
import { fill, listed, t, tn } from "./words.js";

/** @import { Sheet, Step, View } from "../types.js" */

/** What is said of each step: of a unit, or of a cell alone. */
const SENTENCES = /** @type {Record<string, string>} */ ({
  go: t("{unit} goes from {origin} to {target}"),
  leap: t("{unit} leaps from {origin} to {target}"),
  push: t("{unit} pushes from {origin} to {target}"),
  swap: t("{unit} changes places from {origin} to {target}"),
  exchange: t("{unit} goes by exchange from {origin} to {target}"),
  control: t("{unit} takes control of {target}"),
  carry: t("{unit} is turned from {origin} to {target}"),
  bounce: t("{unit} bounces on {origin}"),
  die: t("{unit} dies on {origin}"),
  appear: t("{unit} appears on {origin}"),
  replace: t("{unit} takes the place of {other} on {cells}"),
  promote: t("{unit} appears by promotion on {origin}"),
  paralyse: t("{unit} is paralysed on {origin}"),
  breathe: t("{unit} breathes on {origin}"),
  take: t("{unit} is taken on {origin}"),
  drop: t("{unit} drops on {origin}"),
  leave: t("{unit} leaves on {origin}"),
  explode: t("{origin} explodes"),
  open: t("{origin} opens"),
  hold: t("{origin} holds {details}"),
  turn: t("the block from {origin} to {target} turns"),
});
const { lang } = document.documentElement;
const alternatives = new Intl.ListFormat(lang, { type: "disjunction" });
const together = new Intl.ListFormat(lang);
const UNDESCRIBED = new Set(["wall", "raze", "range", "rest", "lock", "pour", "carry-wall", "carry-grave"]);

/**
 * @param {Sheet} sheet
 * @param {number} seat
 * @param {string} text
 * @param {Step[]} steps
 */
export function describeMove(sheet, seat, text, steps) {
  const parts = describeSteps(sheet, steps.filter(isDescribed));
  const values = { seat: sheet.seats[seat].title, move: text, steps: listed(parts) };
  return parts.length ? t("{seat} played {move}: {steps}.", values) : t("{seat} played {move}.", values);
}

/** Whether nothing happens but that one unit goes somewhere. @param {Step[]} steps */
export function isPlainMove(steps) {
  return steps.filter(isDescribed).length < 2;
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
  const own = deaths.filter(isOwn).map((step) => t("your {unit} on {cell} dies", { unit: sheet.glyphs[step.unit ?? ""].name, cell: sheet.names[step.cells[0]] }));
  const others = steps.filter((step) => isDescribed(step) && !(step.verb === "die" && isOwn(step)));
  const walls = steps.filter((step) => step.verb === "wall").map((step) => sheet.names[step.cells[0]]);
  const parts = [...own, ...describeSteps(sheet, others)];
  if (walls.length) parts.push(tn("a wall rises on {cells}", "walls rise on {cells}", walls.length, { cells: listed(walls) }));
  if (steps.some((step) => step.verb === "rest")) parts.push(t("then it rests for a turn"));
  return parts.length ? t("{sentence}.", { sentence: capitalize(listed(parts)) }) : t("Nothing else happens.");
}

/** The abilities that a move uses, each with its clause; empty for a plain move. @param {Sheet} sheet @param {Step[]} steps */
export function describeAbilities(sheet, steps) {
  return listed(describeSteps(sheet, steps.filter(({ verb }) => sheet.clauses?.[verb])));
}

/** @param {Step} step */
function isDescribed(step) {
  return !UNDESCRIBED.has(step.verb.split(" ")[0]);
}

/** A sentence for each step; units any of which can control another have one sentence. @param {Sheet} sheet @param {Step[]} steps */
function describeSteps(sheet, steps) {
  const controls = steps.filter(({ verb }) => verb === "control");
  const told = withReplacements(steps).filter((step) => step === controls[0] || !controls.includes(step));
  return told.map((step) => describeStep(sheet, step, controls));
}

/** The steps, with one for all cells where a unit replaces another. @param {Step[]} steps */
function withReplacements(steps) {
  const rest = new Set(steps);
  /** @type {Record<string, Step>} */
  const found = {};
  for (const step of steps) {
    const [cell] = step.cells;
    const by = step.verb === "die" && steps.find(({ verb, cells }) => verb === "appear" && cells[0] === cell);
    if (!by || steps.indexOf(by) < steps.indexOf(step)) continue;
    rest.delete(step);
    rest.delete(by);
    const verb = `replace ${step.unit}`;
    (found[verb + by.unit] ??= { ...by, verb, cells: [] }).cells.push(cell);
  }
  return [...rest, ...Object.values(found)];
}

/** @param {Sheet} sheet @param {Step} step @param {Step[]} controls those of the same move */
function describeStep(sheet, step, controls) {
  const [verb, ...details] = step.verb.split(" ");
  const names = step.cells.map((cell) => sheet.names[cell]);
  const controllers = controls.map(({ unit = "", cells }) => t("{unit} on {cell}", { unit: unitName(sheet, unit), cell: sheet.names[cells[0]] }));
  const unit = verb === "control" ? alternatives.format(controllers) : step.unit ? unitName(sheet, step.unit) : "";
  /** @type {Record<string, string>} */
  const values = { unit, origin: names[0], target: names.at(-1) ?? "", details: details.join(" "), cells: together.format(names) };
  if (verb === "replace") values.other = unitName(sheet, details[0]);
  const sentence = fill(SENTENCES[verb] ?? `{unit} ${verb} {origin}`, values).trim();
  const clause = sheet.clauses?.[verb]?.clause;
  return clause ? `${sentence} (${clause})` : sentence;
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
  const meanings = marks.map((mark) => mark.words || (mark.kind === "check" ? t("in check") : "")).filter(Boolean);
  const isEmpty = !unit && !meanings.length;
  return listed([sheet.names[cell], unit ? unitName(sheet, unit) : "", ...meanings, isEmpty ? t("empty") : ""].filter(Boolean));
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
    const units = [...kinds].map(([unit, cells]) => t("{unit} on {cells}", { unit, cells: listed(cells) }));
    const values = { seat: seat.title, units: units.join("; ") };
    return units.length ? t("{seat}: {units}.", values) : t("{seat}: nothing on the board.", values);
  });
  const marks = view.marks.filter((mark) => mark.words && !view.units.some(([cell]) => cell === mark.cell));
  return [...seats, ...marks.map((mark) => `${sheet.names[mark.cell]}: ${mark.words}.`), ...view.notes];
}
