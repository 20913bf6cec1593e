/** A board as an SVG element: shows any position of the game whose sheet it was given. */

import { drawBackground, drawCellShape, wrappedCopies } from "./draw.js";
import { createMark } from "./marks.js";
import { CELL_SIZE, setSeatColours, svgElement } from "./svg.js";
import { defaultFace, drawToken, hasNumbers } from "./tokens.js";

/** @import { Mark, Sheet, View } from "../types.js" */

/** From the lowest to the highest. */
const LAYERS = ["background", "highlights", "under", "ghosts", "units", "over", "paths", "moving", "cells"];
/** The layers that are drawn anew for each position. */
const POSITION_LAYERS = ["highlights", "under", "ghosts", "units", "over", "moving"];

export class Board {
  /**
   * @param {Sheet} sheet
   * @param {{ rotation?: number, face?: string, title?: string, isPreview?: boolean, numberPlace?: string, notation?: string }} options
   */
  constructor(sheet, options = {}) {
    this.sheet = sheet;
    /** Degrees clockwise: the `turn` of the seat that is shown at the bottom. */
    this.rotation = options.rotation ?? 0;
    this.face = options.face ?? defaultFace(sheet);
    /** In which moves are written: the edges are named to fit it. */
    this.notation = options.notation ?? "";
    /** Previews have no coordinates and less margin. */
    this.isPreview = options.isPreview ?? false;
    // Chromium would make the drawing a tab stop of its own, because it listens to the focus of its cells.
    this.svg = svgElement("svg", { class: `board ${sheet.style}`, tabindex: "-1" });
    /** @type {View | null} */
    this.view = null;
    this.setNumberPlace(options.numberPlace ?? "corner");
    if (options.title) {
      this.svg.setAttribute("role", "img");
      this.svg.setAttribute("aria-label", options.title);
    }
    setSeatColours(this.svg, sheet.seats);
    /** @type {SVGElement[]} The transparent shape of each cell that takes clicks and focus. */
    this.cells = [];
    this.layers = /** @type {Record<string, SVGElement>} */ ({});
    /** @type {SVGElement[]} */
    this.holes = [];
    /** @type {[number, number][]} The centre of each cell. */
    this.centres = [];
    this.draw();
  }

  /** @param {number} degrees */
  rotate(degrees) {
    this.rotation = degrees;
    this.draw();
    if (this.view) this.show(this.view);
  }

  /** @param {string} notation */
  setNotation(notation) {
    this.notation = notation;
    this.draw();
    if (this.view) this.show(this.view);
  }

  /** @param {string} face */
  setFace(face) {
    this.face = face;
    if (this.view) this.show(this.view);
  }

  /** Show the numbers of units in the `corner`, beside units drawn smaller, there only if `changed`, or on the `centre`. @param {string} place */
  setNumberPlace(place) {
    this.svg.classList.toggle("only-changed", place === "changed");
    this.hasNumbersInCentre = place === "centre";
    this.svg.classList.toggle("with-badges", hasNumbers(this.sheet) && !this.hasNumbersInCentre);
    if (this.view) this.show(this.view);
  }

  /** The point in the drawing where a place of the sheet lies. @param {number} x @param {number} y @returns {[number, number]} */
  pointAt(x, y) {
    const [scaleX, scaleY] = this.sheet.scale ?? [1, 1];
    const angle = (this.rotation * Math.PI) / 180;
    const [east, south] = [x * scaleX * CELL_SIZE, -y * scaleY * CELL_SIZE];
    return [
      round(east * Math.cos(angle) + south * Math.sin(angle)),
      round(south * Math.cos(angle) - east * Math.sin(angle)),
    ];
  }

  /** @param {number} cell @returns {[number, number]} */
  centre(cell) {
    return this.pointAt(...this.sheet.places[cell]);
  }

  /** Draw everything that does not depend on the position. */
  draw() {
    this.svg.replaceChildren();
    this.centres = this.sheet.places.map((_, cell) => this.centre(cell));
    for (const layer of LAYERS) this.layers[layer] = svgElement("g", { class: layer }, this.svg);
    this.layers.ghosts.setAttribute("aria-hidden", "true");
    this.holes = drawBackground(this);
    this.cells = this.centres.map((_, cell) => {
      const shape = drawCellShape(this, cell, CELL_SIZE / 2, this.layers.cells);
      shape.setAttribute("class", "cell");
      shape.dataset.cell = String(cell);
      return shape;
    });
  }

  /** Show a position. @param {View} view */
  show(view) {
    this.view = view;
    for (const layer of POSITION_LAYERS) this.layers[layer].replaceChildren();
    for (const mark of view.marks) if (!mark.text && !mark.shape) this.tintCell(mark);
    for (const hole of this.holes) hole.classList.remove("covered");
    for (const [cell, unit] of view.units) {
      this.addToken(unit, cell);
      this.holes[cell]?.classList.add("covered");
    }
    this.drawMarks(view.marks);
    if (this.sheet.period) this.drawGhosts(this.sheet.period, new Map(view.units));
  }

  /** @param {Mark} mark */
  tintCell({ cell, kind, seat }) {
    const radius = this.sheet.style === "squares" ? CELL_SIZE / 2 : 0.48 * CELL_SIZE;
    drawCellShape(this, cell, radius, this.layers.highlights).setAttribute("class", `tint ${kind} seat-${seat}`);
  }

  /** @param {string} unit @param {number} cell */
  addToken(unit, cell) {
    const token = drawToken(this.sheet, unit, this.face);
    token.dataset.unit = unit;
    this.moveToken(token, cell);
    return token;
  }

  /** Put a token on a cell, with its badges, above the others. @param {SVGElement} token @param {number} cell */
  moveToken(token, cell) {
    const [x, y] = this.centre(cell);
    for (const part of [token, ...this.badgesOf(token)]) {
      part.setAttribute("transform", `translate(${x} ${y})`);
      part.dataset.cell = String(cell);
      this.layers[part === token ? "units" : "over"].append(part);
    }
  }

  /** The marks that belong to a unit: its range, its state, what it carries. @param {SVGElement} token */
  badgesOf({ dataset: { cell, unit } }) {
    const badges = /** @type {NodeListOf<SVGElement>} */ (this.svg.querySelectorAll(`.mark[data-cell="${cell}"]:not(.buried)`));
    return [...badges].filter((badge) => badge.dataset.unit === unit);
  }

  /** Draw the units of a wrapped board again beyond its edges. @param {[number, number]} period @param {Map<number, string>} units */
  drawGhosts(period, units) {
    for (const { cell, x, y } of wrappedCopies(this, period)) {
      const unit = units.get(cell);
      if (unit === undefined) continue;
      const token = drawToken(this.sheet, unit, this.face);
      token.setAttribute("transform", `translate(${x} ${y})`);
      this.layers.ghosts.append(token);
    }
  }

  /** @param {Mark[]} marks */
  drawMarks(marks) {
    /** @type {Map<number, number>} */
    const flagCounts = new Map();
    const units = new Map(this.view?.units);
    for (const mark of marks) {
      if (mark.shape === "none") continue;
      if (!mark.shape) {
        if (mark.text) this.drawMarkText(mark);
        continue;
      }
      const isUnder = mark.shape === "block" || mark.shape === "stone";
      const [x, y] = this.centre(mark.cell);
      const flagCount = flagCounts.get(mark.cell) ?? 0;
      if (mark.shape === "pennant") flagCounts.set(mark.cell, flagCount + 1);
      if (mark.shape === "number" && !mark.is_usual) this.layers.units.querySelector(`[data-cell="${mark.cell}"]`)?.classList.add("badged");
      const group = createMark(this.sheet, mark, { flagCount, hasNumberInCentre: this.hasNumbersInCentre });
      group.setAttribute("transform", `translate(${x} ${y})`);
      group.dataset.cell = String(mark.cell);
      if (!isUnder) group.dataset.unit = units.get(mark.cell) ?? "";
      (isUnder ? this.layers.under : this.layers.over).append(group);
    }
  }

  /** A mark without a shape: its text in a corner of the cell. @param {Mark} mark */
  drawMarkText(mark) {
    const [x, y] = this.centre(mark.cell);
    const place = { x: x + 0.3 * CELL_SIZE, y: y - 0.3 * CELL_SIZE };
    svgElement("text", { ...place, class: "number" }, this.layers.over).textContent = mark.text ?? "";
  }
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}
