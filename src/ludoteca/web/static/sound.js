/** Short sounds, made on the spot: no files to load. */

/** @type {AudioContext | null} */
let context = null;

/** Each sound as notes: frequency, start and length in seconds, and kind of wave. */
const SOUNDS = /** @type {Record<string, [number, number, number, OscillatorType][]>} */ ({
  move: [[330, 0, 0.07, "triangle"]],
  take: [[220, 0, 0.09, "square"], [165, 0.07, 0.1, "square"]],
  check: [[660, 0, 0.08, "triangle"], [880, 0.09, 0.12, "triangle"]],
  burst: [[90, 0, 0.3, "sawtooth"], [60, 0.05, 0.35, "square"]],
  no: [[160, 0, 0.12, "sawtooth"]],
  turn: [[523, 0, 0.08, "sine"], [659, 0.09, 0.1, "sine"]],
  end: [[523, 0, 0.14, "sine"], [659, 0.15, 0.14, "sine"], [784, 0.3, 0.3, "sine"]],
});

/** @param {string} name @param {boolean} isOn */
export function sound(name, isOn) {
  // Before anything was clicked a browser lets no page make a sound, and complains if it tries.
  if (!isOn || !SOUNDS[name] || navigator.userActivation?.hasBeenActive === false) return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    for (const [frequency, start, length, wave] of SOUNDS[name]) note(context, frequency, start, length, wave);
  } catch {
    // A browser without sound plays on in silence.
  }
}

/** @param {AudioContext} on @param {number} frequency @param {number} start @param {number} length @param {OscillatorType} wave */
function note(on, frequency, start, length, wave) {
  const begin = on.currentTime + start;
  const voice = on.createOscillator();
  const volume = on.createGain();
  voice.type = wave;
  voice.frequency.value = frequency;
  volume.gain.setValueAtTime(0.12, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + length);
  voice.connect(volume).connect(on.destination);
  voice.start(begin);
  voice.stop(begin + length);
}
