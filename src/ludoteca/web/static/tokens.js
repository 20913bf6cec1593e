/** Draws units as tokens, on a board and beside it. */

import { OUTLINES, PICTURES } from "./pictures.js";
import { make, paint, wearColours } from "./svg.js";

/** @import { Glyph, Sheet } from "../types.js" */

/** The face that a page shows first. @param {Sheet} sheet */
export function usualFace(sheet) {
  return Object.values(sheet.glyphs).some((glyph) => glyph.picture) ? "pictures" : sheet.faces[0];
}

/** The faces to choose from. @param {Sheet} sheet */
export function facesOf(sheet) {
  const glyphs = Object.values(sheet.glyphs);
  const isDrawn = glyphs.some((glyph) => glyph.picture && glyph.picture !== "plain" && glyph.picture !== "flag");
  return isDrawn ? ["pictures", ...sheet.faces] : sheet.faces;
}

/**
 * A unit as a token: the outline of its seat, and its picture or character on it.
 * @param {Sheet} sheet
 * @param {string} unit
 * @param {string} face
 */
export function drawToken(sheet, unit, face) {
  const glyph = sheet.glyphs[unit] ?? { text: unit, name: unit, seat: null, faces: {} };
  const token = make("g", { class: `unit ${glyph.seat === null ? "nobody" : `seat-${glyph.seat}`}` });
  if (glyph.picture === "flag") {
    make("path", { d: PICTURES.flag, class: "banner", "fill-rule": "evenodd" }, token);
    return token;
  }
  const outline = outlineOf(sheet, glyph.seat ?? 0);
  if (glyph.picture === "plain") {
    make("path", { d: outline, class: "token plain" }, token);
    if (face !== "pictures") drawText(token, glyph.faces[face] ?? glyph.text);
    return token;
  }
  const isSolid = (glyph.seat ?? 0) % 2 === 1;
  token.classList.add(isSolid ? "solid" : "bright");
  make("path", { d: outline, class: "token" }, token);
  const picture = face === "pictures" ? PICTURES[glyph.picture ?? ""] : undefined;
  if (picture) make("path", { d: picture, class: "picture", "fill-rule": "evenodd" }, token);
  else drawText(token, glyph.faces[face] ?? glyph.text);
  return token;
}

/** @param {SVGElement} token @param {string} text */
function drawText(token, text) {
  make("text", { class: "character", y: 2 }, token).textContent = text;
}

/** A seat's token alone, for beside its name. @param {Sheet} sheet @param {number} seat */
export function drawSeat(sheet, seat) {
  const svg = make("svg", { class: "seat-token", viewBox: "-50 -50 100 100", "aria-hidden": "true" });
  svg.style.setProperty(`--seat-${seat}`, paint(sheet.seats[seat].colour));
  const token = make("g", { class: `unit seat-${seat}` }, svg);
  make("path", { d: outlineOf(sheet, seat), class: "token plain" }, token);
  return svg;
}

/** The outline of a seat's tokens. @param {Sheet} sheet @param {number} seat */
function outlineOf(sheet, seat) {
  return OUTLINES[(sheet.seats[seat]?.shape ?? seat) % OUTLINES.length];
}

/** A unit alone, for pools and buttons. @param {Sheet} sheet @param {string} unit @param {string} face */
export function drawUnit(sheet, unit, face) {
  const svg = make("svg", { class: "unit-token", viewBox: "-50 -50 100 100", role: "img" });
  wearColours(svg, sheet.seats);
  svg.setAttribute("aria-label", unitName(sheet, unit));
  svg.append(drawToken(sheet, unit, face));
  return svg;
}

/** A unit in words: `cart of Red`. @param {Sheet} sheet @param {string} unit */
export function unitName(sheet, unit) {
  const glyph = /** @type {Glyph | undefined} */ (sheet.glyphs[unit]);
  if (!glyph) return unit;
  return glyph.seat === null ? glyph.name : `${glyph.name} of ${sheet.seats[glyph.seat].title}`;
}
