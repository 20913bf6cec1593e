/** Draws units as tokens, on a board and beside it. */

import { capitalize } from "./dom.js";
import { inOwnLanguage } from "./settings.js";
import { cssColour, setSeatColours, svgElement } from "./svg.js";
import { t } from "./words.js";

/** @import { Glyph, Sheet } from "../types.js" */

/** The face that is shown until the visitor chooses another. @param {Sheet} sheet */
export function defaultFace(sheet) {
  const hasPictures = Object.values(sheet.glyphs).some((glyph) => glyph.picture);
  return inOwnLanguage(sheet.faces) ?? (hasPictures ? "pictures" : sheet.faces[0]);
}

/** The faces that the visitor can choose from. @param {Sheet} sheet */
export function availableFaces(sheet) {
  const glyphs = Object.values(sheet.glyphs);
  const hasPictures = glyphs.some((glyph) => glyph.picture && glyph.picture !== "plain" && glyph.picture !== "flag");
  return hasPictures ? ["pictures", ...sheet.faces] : sheet.faces;
}

/** A face as the visitor reads it. @param {string} face */
export function faceName(face) {
  return capitalize(face === "text" ? t("letters") : face === "pictures" ? t("pictures") : t(face));
}

/** Whether units have numbers on them. @param {Sheet} sheet */
export function hasNumbers(sheet) {
  return (sheet.legend ?? []).some((mark) => mark.shape === "number");
}

/**
 * A unit as a token: the outline of its seat with the unit's picture or character on it.
 * @param {Sheet} sheet
 * @param {string} unit
 * @param {string} face
 */
export function drawToken(sheet, unit, face) {
  const glyph = sheet.glyphs[unit] ?? { text: unit, name: unit, seat: null, faces: {} };
  const token = svgElement("g", { class: glyph.seat === null ? "unit" : `unit seat-${glyph.seat}` });
  if (glyph.picture === "flag") {
    svgElement("path", { d: sheet.pictures.flag, class: "banner", "fill-rule": "evenodd" }, token);
    return token;
  }
  const outline = outlineOf(sheet, glyph.seat ?? 0);
  if (glyph.picture === "plain") {
    drawPlain(token, sheet, outline);
    if (face !== "pictures") drawText(token, glyph.faces[face] ?? glyph.text);
    return token;
  }
  token.classList.toggle("solid", (glyph.seat ?? 0) % 2 === 1);
  if (sheet.style === "points") svgElement("path", { d: outline, class: "shadow" }, token);
  svgElement("path", { d: outline, class: "token" }, token);
  const picture = face === "pictures" ? sheet.pictures[glyph.picture ?? ""] : undefined;
  if (picture) svgElement("path", { d: picture, class: "picture", "fill-rule": "evenodd" }, token);
  else drawText(token, glyph.faces[face] ?? glyph.text);
  return token;
}

/** A token without a picture; on a board with holes a marble, with the outline of its seat in it. @param {SVGElement} token @param {Sheet} sheet @param {string} outline */
function drawPlain(token, sheet, outline) {
  if (sheet.style !== "holes") {
    svgElement("path", { d: outline, class: "token plain" }, token);
    return;
  }
  svgElement("path", { d: sheet.outlines[0], class: "token plain marble" }, token);
  svgElement("path", { d: outline, class: "inlay" }, token);
  svgElement("ellipse", { cx: -12, cy: -23, rx: 15, ry: 8, class: "gleam" }, token);
}

/** @param {SVGElement} token @param {string} text */
function drawText(token, text) {
  svgElement("text", { class: "character", y: 2 }, token).textContent = text;
}

/** A seat's token as an icon, for beside its name. @param {Sheet} sheet @param {number} seat */
export function drawSeatIcon(sheet, seat) {
  const svg = svgElement("svg", { class: "seat-token", viewBox: "-50 -50 100 100", "aria-hidden": "true" });
  svg.style.setProperty(`--seat-${seat}`, cssColour(sheet.seats[seat].colour));
  const token = svgElement("g", { class: `unit seat-${seat}` }, svg);
  drawPlain(token, sheet, outlineOf(sheet, seat));
  return svg;
}

/** The outline of a seat's tokens. @param {Sheet} sheet @param {number} seat */
function outlineOf(sheet, seat) {
  return sheet.outlines[(sheet.seats[seat]?.shape ?? seat) % sheet.outlines.length];
}

/** A unit's token as an icon, for pools. @param {Sheet} sheet @param {string} unit @param {string} face */
export function drawUnitIcon(sheet, unit, face) {
  const svg = svgElement("svg", { class: "unit-token", viewBox: "-50 -50 100 100", role: "img" });
  setSeatColours(svg, sheet.seats);
  svg.setAttribute("aria-label", unitName(sheet, unit));
  svg.append(drawToken(sheet, unit, face));
  return svg;
}

/** The name of a unit and its seat: `cart of Red`. @param {Sheet} sheet @param {string} unit */
export function unitName(sheet, unit) {
  const glyph = /** @type {Glyph | undefined} */ (sheet.glyphs[unit]);
  if (!glyph) return unit;
  return glyph.seat === null ? glyph.name : t("{unit} of {seat}", { unit: glyph.name, seat: sheet.seats[glyph.seat].title });
}
