// @ts-check
/** Storage: what the browser keeps. It may forbid that: then all is kept as long as the page. It may hold anything. */

const PREFIX = "flowdesk:";

/** What the browser does not keep. @type {Map<string, string>} */
const meanwhile = new Map();

/**
 * Return an object that was kept; an empty one if there is none.
 * @param {string} key
 * @returns {any}
 */
export function recall(key) {
  try {
    const found = JSON.parse(meanwhile.get(key) ?? localStorage.getItem(PREFIX + key) ?? "{}");
    return found !== null && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}

/**
 * Keep an object.
 * @param {string} key
 * @param {object} value
 */
export function keep(key, value) {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(PREFIX + key, text);
    meanwhile.delete(key);
  } catch {
    meanwhile.set(key, text);
  }
}
