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

/** The level that is shown, counted from 0; -1 for the contents. */
let inFront = NaN;

const look = new Look(page, () => (play ? play.recolor() : renew()));

/** @param {number | null} number */
function go(number) {
  location.hash = number === null ? "" : String(number + 1);
  show();
}

/** Show what the address says, unless it is shown already. */
function show() {
  const named = Number(location.hash.slice(1)) - 1;
  const number = page.levels[named] ? named : -1;
  if (number === inFront) return;
  inFront = number;
  play?.end();
  document.querySelector("dialog")?.close(); // what it says is about the level before
  play = number < 0 ? null : new Play(page, number, look, go, (text) => (says.textContent = text));
  renew();
  play?.svg.focus({ preventScroll: true });
}

/** Put it in the page. */
function renew() {
  main.replaceChildren((play ?? new Contents(page, look, go)).element);
}

addEventListener("hashchange", show);
addEventListener("keydown", (event) => play?.key(event));
addEventListener("visibilitychange", () => play?.seen(!document.hidden));
addEventListener("pagehide", () => play?.seen(false));
show();
