import type { Confirm } from "../../shared/confirm";

/** How a run talks with its user. */
export interface Dialog {
  /** Absent without a terminal. */
  confirm: Confirm | undefined;
  /** Prints results. */
  print: (text: string) => Promise<void>;
  /** Prints a message that is no result. */
  explain: (text: string) => void;
}
