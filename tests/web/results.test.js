import assert from "node:assert/strict";
import { test } from "node:test";
import { checksum, resultText } from "../../assets/web/results.js";

test("the checksum is FNV-1a of 32 bits over UTF-8", () => {
  assert.equal(checksum(""), "811c9dc5");
  assert.equal(checksum("a"), "e40c292c");
  assert.equal(checksum("foobar"), "bf9cf968");
  assert.equal(checksum("é"), checksum("é"));
});

test("results name the levels that were begun, line by line", () => {
  const kept = {
    a: { first: { seconds: 12, moves: 5, undos: 1, hints: 0 }, wrong: "3x1,7x2", now: { seconds: 1, moves: 1, undos: 0, hints: 0 } },
    c: { now: { seconds: 3, moves: 2, undos: 0, hints: 1 } },
  };
  const text = resultText("0123abcd", new Date("2026-11-27T18:05:09.700Z"), [{ key: "a" }, { key: "b" }, { key: "c" }], (key) => kept[key] ?? {});
  const lines = text.split("\n");
  assert.deepEqual(lines.slice(0, 3), ["FlowDesk results 1 0123abcd 2026-11-27T18:05:09Z", "1 a solved 12 5 1 0 3x1,7x2", "3 c open 3 2 0 1"]);
  assert.equal(lines[3], `end ${checksum(`${lines.slice(0, 3).join("\n")}\n`)}`);
});
