/** Helpers to find and create elements of the page. */

/**
 * The element with this id. A page without it is a bug.
 * @param {string} id
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element #${id}`);
  return found;
}

/**
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, string>} [attributes]
 * @param {(Node | string)[]} children
 */
export function element(name, attributes = {}, ...children) {
  const created = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) created.setAttribute(key, value);
  created.append(...children);
  return created;
}

/**
 * @param {string} text
 * @param {() => void} onClick
 * @param {Record<string, string>} [attributes]
 */
export function button(text, onClick, attributes = {}) {
  const created = element("button", { type: "button", ...attributes }, text);
  created.addEventListener("click", onClick);
  return created;
}

/** The JSON in a script element of the page. @param {string} id @returns {any} */
export function embeddedJson(id) {
  return JSON.parse(byId(id).textContent ?? "null");
}

/** A text with a capital first letter, unless it begins with the name of a cell. @param {string} text */
export function capitalize(text) {
  if (/^[a-z]\d/.test(text)) return text;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
