// Six short quiet sounds, made by Web Audio.

import { store, stored } from "./dom.js";

const LOUDNESS = 0.06;

/** The notes of each: frequency in hertz, when it begins and how long it is in seconds. @type {Record<string, [number, number, number][]>} */
const SOUNDS = {
  move: [[330, 0, 0.07]],
  bomb: [[110, 0, 0.3], [82, 0.06, 0.4], [165, 0.02, 0.2]],
  turn: [[523, 0, 0.12], [659, 0.1, 0.2]],
  won: [[523, 0, 0.15], [659, 0.13, 0.15], [784, 0.26, 0.4]],
  lost: [[392, 0, 0.2], [330, 0.18, 0.35]],
  word: [[880, 0, 0.09]],
};

/** @type {AudioContext | null} */
let context = null;

/** Whether there are sounds: the browser remembers it. */
export const sounding = () => stored("sounds", "on") === "on";

/** @param {boolean} on */
export const sound = (on) => store("sounds", on ? "on" : "off");

/** Play a sound; a browser plays none before the first click on the page. @param {string} name */
export const play = (name) => {
  if (!sounding()) return;
  context ??= new AudioContext();
  if (context.state === "suspended") { context.resume().catch(() => {}); return; }
  for (const [frequency, begin, length] of SOUNDS[name]) {
    const [note, gain, at] = [context.createOscillator(), context.createGain(), context.currentTime + begin];
    note.type = "triangle";
    note.frequency.value = frequency;
    gain.gain.setValueAtTime(LOUDNESS, at);
    gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
    note.connect(gain).connect(context.destination);
    note.start(at);
    note.stop(at + length);
  }
};
