import { dynamicProvider } from "./adapters/dynamic";
import { lifecycle } from "./lifecycle/resource";
import * as resources from "./resources";

/**
 * The handlers that `__provider` names in every state (stateStrings.ts), so these exports never change.
 * The stand-alone plugin has an entry point of its own (adapters/plugin/main.ts).
 */
// generated: handlers, by `npm run generate`
export const eventStream = dynamicProvider(lifecycle(resources.eventStream));
export const rateLimitPolicy = dynamicProvider(lifecycle(resources.rateLimitPolicy));
export const guardianFcmv1Provider = dynamicProvider(lifecycle(resources.guardianFcmv1Provider));
// end of handlers
export { deliveriesFunction } from "./deliveries/listDeliveries";
