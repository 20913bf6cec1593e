/** Small helpers to build pages: elements by id, new elements, buttons. */

/**
 * The element of this id, which the page is known to have.
 * @param {string} id
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string>} [attributes]
 * @param {(Node | string)[]} children
 */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/**
 * @param {string} words
 * @param {() => void} act
 * @param {Record<string, string>} [attributes]
 */
export function button(words, act, attributes = {}) {
  const made = element("button", { type: "button", ...attributes }, words);
  made.addEventListener("click", act);
  return made;
}

/** The JSON that the page carries. @param {string} id @returns {any} */
export function carried(id) {
  return JSON.parse(byId(id).textContent ?? "null");
}
