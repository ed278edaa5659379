import { dynamicProvider } from "./dynamicProvider";
import { lifecycle } from "./lifecycle";
import * as resources from "./resources";

/** What `__provider` names in every state: these exports never change. */
export const eventStream = dynamicProvider(lifecycle(resources.eventStream));
export const rateLimitPolicy = dynamicProvider(lifecycle(resources.rateLimitPolicy));
export const guardianFcmv1Provider = dynamicProvider(lifecycle(resources.guardianFcmv1Provider));
export { deliveriesFunction } from "./deliveries";
