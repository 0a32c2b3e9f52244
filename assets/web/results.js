// @ts-check
/** Results: what a player sends to the author, as a text that survives a chat. */

import { keptOf } from "./game.js";

/**
 * @typedef {import("./data.js").LevelData} LevelData
 */

/**
 * Return the results of all levels that were begun.
 * @param {string} player  8 hex digits
 * @param {Date} now
 * @param {LevelData[]} levels
 * @param {(key: string) => any} recall  what was kept of a level
 */
export function resultText(player, now, levels, recall) {
  const lines = [`FlowDesk results 1 ${player} ${now.toISOString().slice(0, 19)}Z`];
  levels.forEach(({ key }, n) => {
    const { first, now, wrong } = keptOf(recall(key));
    const score = first ?? now;
    if (!score) return;
    const numbers = [score.seconds, score.moves, score.undos, score.hints].map(Math.round);
    lines.push([n + 1, key, first ? "solved" : "open", ...numbers, ...(wrong ? [wrong] : [])].join(" "));
  });
  return [...lines, `end ${checksum(lines.map((line) => `${line}\n`).join(""))}`].join("\n");
}

/**
 * Return the FNV-1a hash of a text in UTF-8, 8 hex digits.
 * @param {string} text
 */
export function checksum(text) {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** Return a new player: 8 random hex digits. */
export function newPlayer() {
  return [...crypto.getRandomValues(new Uint8Array(4))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
