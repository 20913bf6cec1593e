/** Makes SVG elements. */

/** @import { Colour, SheetSeat } from "../types.js" */

const SPACE = "http://www.w3.org/2000/svg";
/** How large a cell is drawn; all else is measured by it. */
export const SIZE = 100;

/**
 * An SVG element with attributes, inside a parent.
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {Element} [parent]
 * @returns {SVGElement}
 */
export function make(name, attributes = {}, parent = undefined) {
  const made = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  parent?.append(made);
  return /** @type {SVGElement} */ (made);
}

/** @param {Colour} colour */
export function paint(colour) {
  return `rgb(${colour.join(" ")})`;
}

/** The colour of each seat, for all that is drawn inside. @param {SVGElement} svg @param {SheetSeat[]} seats */
export function wearColours(svg, seats) {
  seats.forEach((seat, number) => svg.style.setProperty(`--seat-${number}`, paint(seat.colour)));
}
