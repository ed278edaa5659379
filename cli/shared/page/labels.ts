import { type Html, html } from "../html";
import { displayName } from "../text";

/** A text from outside, whose writing direction does not affect the text around it. */
export const isolatedText = (text: string): Html => html`<bdi>${displayName(text)}</bdi>`;

/** A word with a symbol, in the colour of a class, so that no meaning depends on the colour. */
export const symbolLabel = (symbol: string, className: string, text: string): Html =>
  html`<span class="status ${className}"><span aria-hidden="true">${symbol}</span> ${text}</span>`;
