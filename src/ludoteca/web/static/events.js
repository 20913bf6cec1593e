/** Questions to the server whose answers come one after the other. */

import { t } from "./words.js";

/** @import { Refusal } from "../types.js" */

/**
 * Ask, and tell each answer as it comes. A server that cannot be reached is told as one that is busy.
 * @template Answer
 * @param {string} address
 * @param {unknown} question
 * @param {(answer: Answer | Refusal) => void} tell
 * @param {AbortSignal} signal ends the question
 */
export async function askForEvents(address, question, tell, signal) {
  try {
    const headers = { "content-type": "application/json" };
    const response = await fetch(address, { method: "POST", headers, body: JSON.stringify(question), signal });
    if (!response.headers.get("content-type")?.startsWith("text/event-stream")) {
      const answer = await response.json();
      tell(response.ok ? answer : { ...answer, say: "refused", why: answer.error });
      return;
    }
    const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
    const decoder = new TextDecoder();
    let rest = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const events = (rest + decoder.decode(part.value, { stream: true })).split("\n\n");
      rest = events.pop() ?? "";
      for (const event of events) tell(JSON.parse(event.replace(/^data: /, "")));
    }
  } catch {
    if (!signal.aborted) tell({ say: "refused", why: "busy", message: t("the server cannot be reached; try again") });
  }
}
