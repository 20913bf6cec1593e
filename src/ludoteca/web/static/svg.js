/** Helpers to create SVG elements. */

/** @import { Colour, SheetSeat } from "../types.js" */

const NAMESPACE = "http://www.w3.org/2000/svg";
/** The width of a cell in the units of a drawing; everything else is measured by it. */
export const CELL_SIZE = 100;

/**
 * A new SVG element, appended to a parent if there is one.
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {Element} [parent]
 * @returns {SVGElement}
 */
export function svgElement(name, attributes = {}, parent = undefined) {
  const created = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, String(value));
  parent?.append(created);
  return /** @type {SVGElement} */ (created);
}

/** @param {Colour} colour */
export function cssColour(colour) {
  return `rgb(${colour.join(" ")})`;
}

/** Set the colour variable of each seat for everything inside. @param {SVGElement} svg @param {SheetSeat[]} seats */
export function setSeatColours(svg, seats) {
  seats.forEach((seat, number) => svg.style.setProperty(`--seat-${number}`, cssColour(seat.colour)));
}
