/** Draws any board from its sheet and any position from its view, as SVG. */

import { createMark } from "./marks.js";
import { svgElement, CELL_SIZE, setSeatColours } from "./svg.js";
import { drawToken, defaultFace } from "./tokens.js";

/** @import { Mark, Sheet, View } from "../types.js" */

/** @typedef {{ turn?: number, face?: string, title?: string, isSmall?: boolean }} Wishes */

/** One board: an SVG element that shows views of one sheet. */
export class Board {
  /**
   * @param {Sheet} sheet
   * @param {Wishes} wishes
   */
  constructor(sheet, wishes = {}) {
    this.sheet = sheet;
    this.turn = wishes.turn ?? 0;
    this.face = wishes.face ?? defaultFace(sheet);
    this.isSmall = wishes.isSmall ?? false;
    this.svg = svgElement("svg", { class: `board ${sheet.style}` });
    if (wishes.title) {
      this.svg.setAttribute("role", "img");
      this.svg.setAttribute("aria-label", wishes.title);
    }
    setSeatColours(this.svg, sheet.seats);
    /** @type {View | null} */
    this.view = null;
    /** @type {SVGElement[]} The part of each cell that is clicked and focused. */
    this.cells = [];
    this.layers = /** @type {Record<string, SVGElement>} */ ({});
    /** @type {SVGElement[]} */
    this.holes = [];
    /** @type {[number, number][]} Where each cell lies. */
    this.spots = [];
    this.lay();
  }

  /** Turn the board, in degrees as seats tell theirs. @param {number} turn */
  turnTo(turn) {
    this.turn = turn;
    this.lay();
    if (this.view) this.show(this.view);
  }

  /** @param {string} face */
  wear(face) {
    this.face = face;
    if (this.view) this.show(this.view);
  }

  /** Where a place lies in the drawing. @param {number} x @param {number} y @returns {[number, number]} */
  spotAt(x, y) {
    const [across, up] = this.sheet.scale ?? [1, 1];
    const angle = (this.turn * Math.PI) / 180;
    const [east, south] = [x * across * CELL_SIZE, -y * up * CELL_SIZE];
    return [
      round(east * Math.cos(angle) + south * Math.sin(angle)),
      round(south * Math.cos(angle) - east * Math.sin(angle)),
    ];
  }

  /** @param {number} cell @returns {[number, number]} */
  spot(cell) {
    return this.spotAt(...this.sheet.places[cell]);
  }

  /** Everything that does not change with the position. */
  lay() {
    this.svg.replaceChildren();
    this.spots = this.sheet.places.map((_, cell) => this.spot(cell));
    for (const layer of ["ground", "highlights", "under", "ghosts", "units", "over", "paths", "moving", "cells"]) {
      this.layers[layer] = svgElement("g", { class: layer }, this.svg);
    }
    this.layers.ghosts.setAttribute("aria-hidden", "true");
    this.frame();
    if (this.sheet.style === "squares") this.laySquares();
    if (this.sheet.style === "points") this.layLines();
    if (this.sheet.style === "holes") this.layHoles();
    for (const label of this.isSmall && this.sheet.style === "holes" ? [] : this.sheet.labels) {
      const [x, y] = this.spotAt(label.x, label.y);
      svgElement("text", { class: "label", x, y }, this.layers.ground).textContent = label.text;
    }
    if (this.sheet.style !== "holes" && !this.isSmall) this.layNames();
    this.cells = this.spots.map(([x, y], cell) => {
      const shape =
        this.sheet.style === "squares"
          ? svgElement("rect", { x: x - CELL_SIZE / 2, y: y - CELL_SIZE / 2, width: CELL_SIZE, height: CELL_SIZE }, this.layers.cells)
          : svgElement("circle", { cx: x, cy: y, r: CELL_SIZE / 2 }, this.layers.cells);
      shape.setAttribute("class", "cell");
      shape.dataset.cell = String(cell);
      return shape;
    });
  }

  /** The view box: all cells and labels, and room around them. */
  frame() {
    const spots = [...this.spots, ...this.sheet.labels.map((label) => this.spotAt(label.x, label.y))];
    const beyond = this.sheet.period ? CELL_SIZE : 0;
    const names = this.sheet.style === "holes" || this.isSmall ? 0 : 0.42 * CELL_SIZE;
    const half = CELL_SIZE / 2 + (this.isSmall ? 0 : 6) + beyond;
    const left = Math.min(...spots.map(([x]) => x)) - half - names;
    const right = Math.max(...spots.map(([x]) => x)) + half;
    const top = Math.min(...spots.map(([, y]) => y)) - half;
    const bottom = Math.max(...spots.map(([, y]) => y)) + half + names;
    this.svg.setAttribute("viewBox", `${left} ${top} ${right - left} ${bottom - top}`);
    this.svg.dataset.shape = right - left > 1.08 * (bottom - top) ? "wide" : "tall";
    this.width = right - left;
    this.height = bottom - top;
  }

  laySquares() {
    const { ground } = this.layers;
    const { places, period, regions } = this.sheet;
    this.spots.forEach(([x, y], cell) => {
      const dark = (places[cell][0] + places[cell][1]) % 2 === 0;
      const box = { x: x - CELL_SIZE / 2, y: y - CELL_SIZE / 2, width: CELL_SIZE, height: CELL_SIZE };
      svgElement("rect", { ...box, class: dark ? "square dark" : "square light" }, ground);
    });
    if (period) this.layOpenEdges(period);
    for (const cells of Object.values(regions)) this.outline(new Set(cells));
  }

  /** A line around a region of squares. @param {Set<number>} cells */
  outline(cells) {
    const at = new Map(this.spots.map((spot, cell) => [String(spot), cell]));
    let way = "";
    for (const cell of cells) {
      const [x, y] = this.spots[cell];
      for (const [east, south] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
        const beside = at.get(String([x + east * CELL_SIZE, y + south * CELL_SIZE]));
        if (beside === undefined || cells.has(beside)) continue;
        const [middleX, middleY] = [x + (east * CELL_SIZE) / 2, y + (south * CELL_SIZE) / 2];
        way += `M${middleX - (south * CELL_SIZE) / 2} ${middleY - (east * CELL_SIZE) / 2}`;
        way += `L${middleX + (south * CELL_SIZE) / 2} ${middleY + (east * CELL_SIZE) / 2}`;
      }
    }
    if (way) svgElement("path", { d: way, class: "region" }, this.layers.ground);
  }

  /** On a board that wraps, the far side shows faintly beyond each edge. @param {[number, number]} period */
  layOpenEdges(period) {
    const { ground } = this.layers;
    for (const { cell, x, y } of this.beyond(period)) {
      const [along, up] = this.sheet.places[cell];
      const tone = (along + up) % 2 === 0 ? "dark" : "light";
      svgElement(
        "rect",
        { x: x - CELL_SIZE / 2, y: y - CELL_SIZE / 2, width: CELL_SIZE, height: CELL_SIZE, class: `square ${tone} ghost`, "data-cell": cell },
        ground,
      );
    }
    const { spots } = this;
    const left = Math.min(...spots.map(([x]) => x)) - CELL_SIZE / 2;
    const top = Math.min(...spots.map(([, y]) => y)) - CELL_SIZE / 2;
    const width = Math.max(...spots.map(([x]) => x)) + CELL_SIZE / 2 - left;
    const height = Math.max(...spots.map(([, y]) => y)) + CELL_SIZE / 2 - top;
    svgElement("rect", { x: left, y: top, width, height, class: "seam" }, ground);
  }

  /**
   * The cells that show a second time around a wrapped board, and where.
   * @param {[number, number]} period
   */
  beyond(period) {
    const found = [];
    const [wide, high] = period;
    for (const [cell, [x, y]] of this.sheet.places.entries()) {
      for (const east of [-1, 0, 1]) {
        for (const north of [-1, 0, 1]) {
          const [farX, farY] = [x + east * wide, y + north * high];
          const isNear = farX >= -1 && farX <= wide && farY >= -1 && farY <= high;
          if ((east || north) && isNear) {
            const [spotX, spotY] = this.spotAt(farX, farY);
            found.push({ cell, x: spotX, y: spotY });
          }
        }
      }
    }
    return found;
  }

  layLines() {
    const { ground } = this.layers;
    const { spots } = this;
    const left = Math.min(...spots.map(([x]) => x)) - CELL_SIZE / 2;
    const top = Math.min(...spots.map(([, y]) => y)) - CELL_SIZE / 2;
    const width = Math.max(...spots.map(([x]) => x)) + CELL_SIZE / 2 - left;
    const height = Math.max(...spots.map(([, y]) => y)) + CELL_SIZE / 2 - top;
    svgElement("rect", { x: left, y: top, width, height, rx: 10, class: "plank" }, ground);
    let way = "";
    for (const [start, end] of this.sheet.lines) way += `M${spots[start].join(" ")}L${spots[end].join(" ")}`;
    svgElement("path", { d: way, class: "line" }, ground);
  }

  layHoles() {
    const { ground } = this.layers;
    const home = new Map();
    for (const zone of this.sheet.zones ?? []) for (const cell of zone.cells) home.set(cell, zone.seat);
    this.holes = this.spots.map(([x, y], cell) => {
      const hole = svgElement("circle", { cx: x, cy: y, r: 0.3 * CELL_SIZE, class: "hole" }, ground);
      if (home.has(cell)) hole.classList.add("home", `seat-${home.get(cell)}`);
      return hole;
    });
  }

  /** Letters and numbers along the lower and the left edge, whichever way the board is turned. */
  layNames() {
    const { spots } = this;
    const low = Math.max(...spots.map(([, y]) => y));
    const left = Math.min(...spots.map(([x]) => x));
    const beyond = this.sheet.period ? CELL_SIZE : 0;
    const edge = (/** @type {number[]} */ cells) => {
      const letters = cells.map((cell) => this.sheet.names[cell].replace(/\d+$/, ""));
      const vary = new Set(letters).size > 1;
      return cells.map((cell, number) => (vary ? letters[number] : this.sheet.names[cell].replace(/^\D+/, "")));
    };
    const cells = [...spots.keys()];
    const below = cells.filter((cell) => spots[cell][1] === low);
    const beside = cells.filter((cell) => spots[cell][0] === left);
    edge(below).forEach((name, number) => {
      const y = low + CELL_SIZE / 2 + beyond + 0.24 * CELL_SIZE;
      svgElement("text", { class: "name", x: spots[below[number]][0], y }, this.layers.ground).textContent = name;
    });
    edge(beside).forEach((name, number) => {
      const x = left - CELL_SIZE / 2 - beyond - 0.22 * CELL_SIZE;
      svgElement("text", { class: "name", x, y: spots[beside[number]][1] }, this.layers.ground).textContent = name;
    });
  }

  // A position

  /** @param {View} view */
  show(view) {
    this.view = view;
    for (const layer of ["highlights", "under", "ghosts", "units", "over", "moving"]) this.layers[layer].replaceChildren();
    for (const mark of view.marks) if (!mark.text && !mark.shape) this.tint(mark.cell, mark.kind);
    for (const hole of this.holes) hole.classList.remove("covered");
    for (const [cell, unit] of view.units) {
      this.place(unit, cell);
      this.holes[cell]?.classList.add("covered");
    }
    this.mark(view.marks);
    if (this.sheet.period) this.showBeyond(this.sheet.period, new Map(view.units));
  }

  /** @param {number} cell @param {string} kind */
  tint(cell, kind) {
    const [x, y] = this.spot(cell);
    const light =
      this.sheet.style === "squares"
        ? svgElement("rect", { x: x - CELL_SIZE / 2, y: y - CELL_SIZE / 2, width: CELL_SIZE, height: CELL_SIZE }, this.layers.highlights)
        : svgElement("circle", { cx: x, cy: y, r: 0.48 * CELL_SIZE }, this.layers.highlights);
    light.setAttribute("class", `tint ${kind}`);
  }

  /** @param {string} unit @param {number} cell */
  place(unit, cell) {
    const [x, y] = this.spot(cell);
    const token = drawToken(this.sheet, unit, this.face);
    token.setAttribute("transform", `translate(${x} ${y})`);
    token.dataset.cell = String(cell);
    token.dataset.unit = unit;
    this.layers.units.append(token);
    return token;
  }

  /** @param {[number, number]} period @param {Map<number, string>} units */
  showBeyond(period, units) {
    for (const { cell, x, y } of this.beyond(period)) {
      const unit = units.get(cell);
      if (unit === undefined) continue;
      const token = drawToken(this.sheet, unit, this.face);
      token.setAttribute("transform", `translate(${x} ${y})`);
      this.layers.ghosts.append(token);
    }
  }

  /** @param {Mark[]} marks */
  mark(marks) {
    /** @type {Map<number, number>} */
    const pennants = new Map();
    for (const mark of marks) {
      if (!mark.shape || mark.shape === "none") {
        if (mark.text && mark.shape !== "none") this.note(mark);
        continue;
      }
      const isUnder = mark.shape === "block" || mark.shape === "stone";
      const [x, y] = this.spot(mark.cell);
      const before = pennants.get(mark.cell) ?? 0;
      if (mark.shape === "pennant") pennants.set(mark.cell, before + 1);
      const group = createMark(mark, before);
      group.setAttribute("transform", `translate(${x} ${y})`);
      (isUnder ? this.layers.under : this.layers.over).append(group);
    }
  }

  /** A mark that has no shape of its own: its text in a corner. @param {Mark} mark */
  note(mark) {
    const [x, y] = this.spot(mark.cell);
    const text = svgElement("text", { x: x + 0.3 * CELL_SIZE, y: y - 0.3 * CELL_SIZE, class: "number" }, this.layers.over);
    text.textContent = mark.text ?? "";
  }
}

/** @param {number} value */
function round(value) {
  return Math.round(value * 100) / 100;
}
