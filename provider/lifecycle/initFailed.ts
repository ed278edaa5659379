import type { Props } from "../shared/json";

/**
 * A create or an update that changed the tenant and still failed. The engine stores the id and the
 * outputs, shows the message and forces an update in the next `pulumi up`. Pulumi calls it
 * ErrorResourceInitFailed (pulumi/pulumi, proto/pulumi/provider.proto).
 */
export class InitFailed extends Error {
  constructor(
    message: string,
    readonly id: string,
    readonly outs: Props,
  ) {
    super(message);
  }
}
