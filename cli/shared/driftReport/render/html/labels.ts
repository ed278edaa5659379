import { type Html, html } from "../../../html";
import { displayName } from "../../../text";
import { type Status, symbols } from "../texts";

/** A text from outside, whose writing direction does not affect the text around it. */
export const isolatedText = (text: string): Html => html`<bdi>${displayName(text)}</bdi>`;

/** A word with its symbol, in the colour of the status. */
export const statusLabel = (status: Status, text: string): Html =>
  html`<span class="status ${status}"><span aria-hidden="true">${symbols[status]}</span> ${text}</span>`;
