// @ts-check
/** Storage: what the browser keeps. It may forbid it, or hold anything: then nothing is kept. */

const PREFIX = "flowdesk:";

/**
 * Return an object that was kept; an empty one if there is none.
 * @param {string} key
 * @returns {any}
 */
export function recall(key) {
  try {
    const found = JSON.parse(localStorage.getItem(PREFIX + key) ?? "{}");
    return found !== null && typeof found === "object" ? found : {};
  } catch {
    return {};
  }
}

/**
 * Keep an object; return whether that was possible.
 * @param {string} key
 * @param {object} value
 */
export function keep(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
