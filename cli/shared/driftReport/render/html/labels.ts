import type { Html } from "../../../html";
import { symbolLabel } from "../../../page/labels";
import { type Status, symbols } from "../texts";

/** A word with its symbol, in the colour of the status. */
export const statusLabel = (status: Status, text: string): Html =>
  symbolLabel(symbols[status], status, text);
