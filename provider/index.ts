import { dynamicProvider } from "./adapters/dynamic";
import { lifecycle } from "./lifecycle/resource";
import * as resources from "./resources";

/** What `__provider` names in every state: these exports never change. */
export const eventStream = dynamicProvider(lifecycle(resources.eventStream));
export const rateLimitPolicy = dynamicProvider(lifecycle(resources.rateLimitPolicy));
export const guardianFcmv1Provider = dynamicProvider(lifecycle(resources.guardianFcmv1Provider));
export { deliveriesFunction } from "./functions/deliveries";
