// @ts-check
/** Look: the player's settings, and the colours that follow from them and from the system. */

import { make, openDialog } from "./dom.js";
import { keep, recall } from "./storage.js";

/**
 * @typedef {import("./data.js").PageData} PageData
 * @typedef {import("./data.js").LevelData} LevelData
 */

const SYSTEM = matchMedia("(prefers-color-scheme: light)");

/** The settings that are switches, with their names. */
const SWITCHES = { blind: "Colours for colour-blind players", letters: "Letters on dots", calm: "Reduce motion" };

export class Look {
  /**
   * @param {PageData} page
   * @param {() => void} changed  is called when colours are other ones
   */
  constructor(page, changed) {
    this.page = page;
    this.changed = changed;
    /** @type {{ground?: string, blind?: boolean, letters?: boolean, calm?: boolean}} */
    this.settings = recall("settings");
    /** @type {{color: string, text: string, outline: string}[]} How each ink of the page looks. */
    this.all = [];
    SYSTEM.addEventListener("change", () => this.apply());
    this.dress();
  }

  /** The name of the theme. */
  get theme() {
    if (this.settings.blind) return "colour-blind";
    const { ground } = this.settings;
    return ground === "light" || ground === "dark" ? ground : SYSTEM.matches ? "light" : "dark";
  }

  apply() {
    this.dress();
    this.changed();
  }

  /** Let the page have the colours of the settings. */
  dress() {
    const { classList, style } = document.documentElement;
    for (const [name, color] of Object.entries(this.page.themes[this.theme])) style.setProperty(`--${name}`, color);
    classList.toggle("light", this.theme === "light");
    classList.toggle("dark", this.theme !== "light");
    classList.toggle("letters", this.settings.letters ?? false);
    classList.toggle("calm", this.settings.calm ?? false);
    const { cell } = this.page.themes[this.theme];
    this.all = this.page.inks.map(({ colors }) => {
      const color = colors[this.theme];
      const contrast = (luminance(color) + 0.05) / (luminance(cell) + 0.05);
      const isFaint = contrast > 1 / 1.3 && contrast < 1.3;
      return { color, text: luminance(color) > 0.18 ? "#000000" : "#ffffff", outline: isFaint ? "var(--wall)" : "" };
    });
  }

  /**
   * Return the colours of a level.
   * @param {LevelData} level
   */
  inks(level) {
    return (level.inks ?? []).map((number) => this.all[number]);
  }

  /** Ask for the settings. */
  ask() {
    const grounds = [["", "As the system"], ["dark", "Dark"], ["light", "Light"]];
    const ground = make("select", { id: "ground", onchange: () => this.set({ ground: ground.value }) });
    ground.append(...grounds.map(([value, text]) => make("option", { value, selected: value === (this.settings.ground ?? "") }, text)));
    const switches = Object.entries(SWITCHES).map(([name, text]) => {
      const checked = Boolean(/** @type {any} */ (this.settings)[name]);
      const box = make("input", { type: "checkbox", checked, onchange: () => this.set({ [name]: box.checked }) });
      return make("label", {}, box, text);
    });
    openDialog("Settings", make("label", {}, "Background ", ground), ...switches);
  }

  /** @param {object} settings */
  set(settings) {
    this.settings = { ...this.settings, ...settings };
    keep("settings", this.settings);
    this.apply();
  }
}

/**
 * Return the relative luminance of a colour, from 0 to 1.
 * @param {string} color  `#rrggbb`
 */
function luminance(color) {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
