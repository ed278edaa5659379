import type { Confirm } from "../../shared/confirm";
import type { Output } from "../output";

/** How a run talks with its user. */
export interface Dialog extends Omit<Output, "isClosed"> {
  /** Absent without a terminal. */
  confirm: Confirm | undefined;
}
