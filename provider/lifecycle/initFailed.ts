import type { Props } from "../shared/json";

/** The service did its part and something failed after: the engine keeps id and outs. */
export class InitFailed extends Error {
  constructor(
    message: string,
    readonly id: string,
    readonly outs: Props,
  ) {
    super(message);
  }
}
