/** The visitor's own studies, to open or to delete. */

import { confirm } from "./dialogs.js";
import { button, byId, element } from "./dom.js";
import { showToast } from "./status.js";
import { post, StudyRefusal } from "./study-positions.js";
import { t } from "./words.js";

/** @typedef {{ id: string, game_title: string, title: string, touched: number }} OwnStudy */

/** Fetch the list whenever it is opened; the answer shows it anew if it is open. @param {() => string} openId the study that is open */
export function bindOwnStudies(openId) {
  const details = /** @type {HTMLDetailsElement} */ (byId("own-studies"));
  const refresh = () => void (details.open && list(openId));
  details.addEventListener("toggle", refresh);
  return refresh;
}

/** @param {() => string} openId */
async function list(openId) {
  const response = await fetch("/api/studies").catch(() => null);
  if (!response?.ok) return;
  /** @type {OwnStudy[]} */
  const studies = await response.json();
  const items = studies.map((study) => {
    const day = new Date(1000 * study.touched).toLocaleDateString(document.documentElement.lang, { dateStyle: "medium" });
    const title = study.title || t("Without a title");
    const link = element("a", { href: `/study/${study.id}` }, title);
    const ask = () => confirm(t("Delete this study? Its link will lead nowhere."), () => void removeStudy(study.id, openId));
    const remove = button(t("Delete"), ask, { class: "small", "aria-label": t("Delete: {title}", { title }) });
    return element("li", {}, link, element("span", { class: "hint" }, `${t(study.game_title)}, ${day}`), ...(study.id === openId() ? [] : [remove]));
  });
  byId("own-list").replaceChildren(...(items.length ? items : [element("li", { class: "none" }, t("None is saved yet."))]));
}

/** @param {string} id @param {() => string} openId */
async function removeStudy(id, openId) {
  try {
    await post(`/api/studies/${id}`, {}, "DELETE");
  } catch (error) {
    if (!(error instanceof StudyRefusal)) throw error;
    showToast(error.message);
  }
  await list(openId);
}
