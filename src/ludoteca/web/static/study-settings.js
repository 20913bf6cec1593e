/** The settings beside the board of a study. */

import { byId, element } from "./dom.js";
import { chosenNotation, notationName, offeredNotations, settingName } from "./notation.js";
import { animationSpeed, applyBoardTheme, numberPlace, readSetting, saveSetting } from "./settings.js";
import { documentNodes } from "./study-tree.js";
import { availableFaces, faceName, hasNumbers } from "./tokens.js";

/** @import { StudyPage } from "./study.js" */
/** @import { StudyNode } from "./study-tree.js" */

/** @param {StudyPage} page */
export function bindStudySettings(page) {
  const select = (/** @type {string} */ id) => /** @type {HTMLSelectElement} */ (byId(id));
  const [own] = page.sheet.notations ?? [""];
  select("speed").value = animationSpeed();
  select("speed").addEventListener("change", () => saveSetting("speed", select("speed").value));
  select("board-theme").value = readSetting("board", "wood");
  select("board-theme").addEventListener("change", () => {
    saveSetting("board", select("board-theme").value);
    applyBoardTheme(select("board-theme").value);
  });
  byId("numbers").hidden = !hasNumbers(page.sheet);
  select("number-place").value = numberPlace();
  select("number-place").addEventListener("change", () => {
    saveSetting("numbers", select("number-place").value);
    page.board.setNumberPlace(select("number-place").value);
    page.redraw();
  });
  const faces = availableFaces(page.sheet);
  select("face").replaceChildren(...faces.map((name) => element("option", { value: name }, faceName(name))));
  byId("faces").hidden = faces.length < 2;
  select("face").value = page.board.face;
  select("face").addEventListener("change", () => {
    saveSetting(`face.${page.sheet.game}`, select("face").value);
    page.board.setFace(select("face").value);
    page.redraw();
  });
  const notations = offeredNotations(page.sheet);
  select("notation").replaceChildren(...notations.map((name) => element("option", { value: name }, notationName(name))));
  byId("notations").hidden = notations.length < 2;
  const notation = () => select("notation").value;
  /** Write moves as the visitor likes them, or else as the author of the study does. @param {string} ofAuthor */
  const adopt = (ofAuthor) => {
    select("notation").value = chosenNotation(page.sheet, ofAuthor);
  };
  adopt(page.study.notation);

  /** Find out who makes each move, and how it is written in the notation that was chosen. */
  const translate = async () => {
    const chosen = notation();
    const isOwn = chosen === own;
    const isKnown = (/** @type {StudyNode} */ { parent, seat, text }) => !parent || (seat !== undefined && (isOwn || text));
    if (page.nodes().every(isKnown)) return;
    const answer = await page.positions.ask({ do: "texts", nodes: documentNodes(page.root), notation: chosen }).catch(() => null);
    const nodes = page.nodes();
    if (!answer || chosen !== notation() || answer.texts.length !== nodes.length) return;
    nodes.forEach((node, number) => {
      node.seat = answer.seats[number] ?? node.seat;
      if (!isOwn) node.text = answer.texts[number];
    });
    page.showTree();
    page.review.show();
  };
  select("notation").addEventListener("change", () => {
    saveSetting(settingName(page.sheet), notation());
    page.board.setNotation(notation());
    page.redraw();
    for (const node of page.nodes()) node.text = "";
    page.showTree();
    page.review.show();
    if (page.saving.isAutomatic()) page.saving.changed();
    void translate();
  });
  return { adopt, notation, translate };
}
