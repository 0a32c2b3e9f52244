// @ts-check
/** Main: shows the contents or a level, as the address says. */

import { Contents } from "./contents.js";
import { Look } from "./look.js";
import { Play } from "./play.js";

/** @typedef {import("./data.js").PageData} PageData */

/** @type {PageData} */
const page = JSON.parse(document.getElementById("data")?.textContent ?? "");
const main = /** @type {HTMLElement} */ (document.getElementById("page"));
const says = /** @type {HTMLElement} */ (document.getElementById("says"));

/** @type {Play | null} */
let play = null;

const look = new Look(page, () => (play ? play.recolor() : show()));

/** @param {number | null} number */
function go(number) {
  location.hash = number === null ? "" : String(number + 1);
  show();
}

/** Show what the address says, unless it is shown already. */
function show() {
  if (play && play.number === Number(location.hash.slice(1)) - 1) return;
  play?.end();
  document.querySelector("dialog")?.close(); // what it says is about the level before
  const number = Number(location.hash.slice(1)) - 1;
  play = page.levels[number] ? new Play(page, number, look, go, (text) => (says.textContent = text)) : null;
  main.replaceChildren((play ?? new Contents(page, look, go)).element);
  play?.svg.focus({ preventScroll: true });
}

addEventListener("hashchange", show);
addEventListener("keydown", (event) => play?.key(event));
addEventListener("visibilitychange", () => play?.seen(!document.hidden));
addEventListener("pagehide", () => play?.seen(false));
show();
