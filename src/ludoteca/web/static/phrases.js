/** A few things to say to the others in the room, instead of a chat. */

import { button, byId } from "./dom.js";
import { showToast } from "./status.js";
import { t, told } from "./words.js";

/** @import { RoomPage } from "./room.js" */
/** @import { RoomState } from "./room-state.js" */
/** @import { Phrase, Remark } from "../types.js" */

const WORDS = /** @type {Record<Phrase, string>} */ ({
  hello: t("Hello!"),
  "good-luck": t("Good luck!"),
  "well-played": t("Well played!"),
  oops: t("Oops…"),
  thanks: t("Thank you!"),
  "good-game": t("Good game!"),
});

/** @param {RoomPage} page */
export function bindPhrases({ connection, state }) {
  const say = async (/** @type {Phrase} */ words) => {
    const answer = await connection.ask({ do: "say", seat: state.ownSeat(), words });
    showToast(answer.say === "refused" ? told(answer) : t("You: {words}", { words: WORDS[words] }));
  };
  const phrases = /** @type {Phrase[]} */ (Object.keys(WORDS));
  byId("phrases").replaceChildren(...phrases.map((words) => button(WORDS[words], () => void say(words), { class: "quiet" })));
}

/** What somebody else said. @param {RoomState} state @param {Remark} message */
export function showMessage(state, { seat, words }) {
  if (WORDS[words]) showToast(`${state.playerName(seat)}: ${WORDS[words]}`);
}
