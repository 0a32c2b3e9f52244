// @ts-check
/** Making elements and dialogs. Texts are set as text, never as markup. */

/** @type {Record<string, string>} The lines of icons, in a square of 24. */
const ICONS = {
  back: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  undo: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  restart: "M5 12a7 7 0 1 0 2.2-5.1M5 4v4h4",
  hint: "M9 18h6M10 21h4M8.5 15a6 6 0 1 1 7 0c-.8.7-1 1.4-1 3h-5c0-1.600-.2-2.300-1-3z",
  path: "M5 19c0-6 4-4 7-7s1-7 7-7M5 19h.01M19 5h.01",
  settings: "M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4",
  check: "M5 12.500l4.500 4.500L19 7.500",
  star: "M12 3.500l2.600 5.500 6 .8-4.400 4.200 1.100 6L12 17.100 6.700 20l1.100-6L3.400 9.800l6-.8z",
  list: "M5 5h5v5H5zM14 5h5v5h-5zM5 14h5v5H5zM14 14h5v5h-5z",
};

/**
 * Make an element with some properties and children; texts may be among them.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [properties]  attributes, and `on...` for listeners
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  dress(element, properties);
  element.append(...children);
  return element;
}

/**
 * Make an element of a drawing.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [properties]
 * @param {(Node | string)[]} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function draw(tag, properties = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  dress(element, properties);
  element.append(...children);
  return element;
}

/**
 * Set an attribute, unless it is so already: browsers paint again what was set.
 * @param {Element} element
 * @param {string} name
 * @param {string} value
 */
export function put(element, name, value) {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/**
 * Make an icon.
 * @param {string} name
 */
export function icon(name) {
  return draw("svg", { class: `icon ${name}`, viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d: ICONS[name] }));
}

/**
 * Make a button with an icon and a name.
 * @param {string} name
 * @param {string} iconName
 * @param {() => unknown} onclick
 */
export function iconButton(name, iconName, onclick) {
  return make("button", { type: "button", title: name, onclick }, icon(iconName), make("span", {}, name));
}

/**
 * Return a text of others, such as a title, which does not change the direction of what is round it.
 * @param {string} text
 */
export function quoted(text) {
  return make("bdi", { dir: "auto" }, text);
}

/**
 * Open a dialog with a heading and a button to close it.
 * @param {string} title
 * @param {(Node | string)[]} children
 */
export function openDialog(title, ...children) {
  const close = make("button", { type: "button", onclick: () => dialog.close() }, "Close");
  const dialog = make("dialog", { "aria-label": title, onclose: () => dialog.remove() }, make("h2", {}, title), ...children, close);
  document.body.append(dialog);
  dialog.showModal();
  dialog.scrollTop = 0; // else a long one is scrolled to its button, which has the focus
  return dialog;
}

/**
 * @param {Element} element
 * @param {Record<string, any>} properties
 */
function dress(element, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined) element.setAttribute(name, String(value));
  }
}
