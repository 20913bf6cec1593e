/** Short sounds from oscillators: there are no files to load. */

import { readSetting } from "./settings.js";

/** @type {AudioContext | null} */
let context = null;

/** @typedef {"move" | "capture" | "check" | "explosion" | "refusal" | "turn" | "arrival" | "end"} Sound */

/** Each sound as notes: frequency in hertz, start and length in seconds, waveform. */
const SOUNDS = /** @type {Record<Sound, [number, number, number, OscillatorType][]>} */ ({
  move: [[330, 0, 0.07, "triangle"]],
  capture: [[220, 0, 0.09, "square"], [165, 0.07, 0.1, "square"]],
  check: [[660, 0, 0.08, "triangle"], [880, 0.09, 0.12, "triangle"]],
  explosion: [[90, 0, 0.3, "sawtooth"], [60, 0.05, 0.35, "square"]],
  refusal: [[160, 0, 0.12, "sawtooth"]],
  turn: [[523, 0, 0.08, "sine"], [659, 0.09, 0.1, "sine"]],
  arrival: [[392, 0, 0.1, "sine"], [523, 0.11, 0.1, "sine"], [784, 0.22, 0.16, "sine"]],
  end: [[523, 0, 0.14, "sine"], [659, 0.15, 0.14, "sine"], [784, 0.3, 0.3, "sine"]],
});

/** Play a sound, unless the visitor has switched sounds off. @param {Sound} name */
export function playSound(name) {
  // Browsers block sounds before the first click or key, and log an error if a page tries.
  if (readSetting("sounds", "on") !== "on" || navigator.userActivation?.hasBeenActive === false) return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    for (const note of SOUNDS[name]) playNote(context, ...note);
  } catch {
    // Without audio the game goes on in silence.
  }
}

/**
 * @param {AudioContext} audio
 * @param {number} frequency
 * @param {number} start
 * @param {number} length
 * @param {OscillatorType} waveform
 */
function playNote(audio, frequency, start, length, waveform) {
  const begin = audio.currentTime + start;
  const oscillator = audio.createOscillator();
  const volume = audio.createGain();
  oscillator.type = waveform;
  oscillator.frequency.value = frequency;
  volume.gain.setValueAtTime(0.12, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + length);
  oscillator.connect(volume).connect(audio.destination);
  oscillator.start(begin);
  oscillator.stop(begin + length);
}
