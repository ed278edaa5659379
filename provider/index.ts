import { dynamicProvider } from "./adapters/dynamic";
import { lifecycle } from "./lifecycle/resource";
import * as resources from "./resources";

/**
 * The handlers that `__provider` names in every state (stateContract.ts), so these exports never change.
 * A stand-alone plugin would be another entry point beside this one.
 */
// generated: handlers, by `npm run generate`
export const eventStream = dynamicProvider(lifecycle(resources.eventStream));
export const rateLimitPolicy = dynamicProvider(lifecycle(resources.rateLimitPolicy));
export const guardianFcmv1Provider = dynamicProvider(lifecycle(resources.guardianFcmv1Provider));
// end of handlers
export { deliveriesFunction } from "./deliveries/listDeliveries";
