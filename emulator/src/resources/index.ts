/** Every resource of the tenant. */
export { eventStream } from "./eventStream";
export { guardianFcmv1Provider } from "./guardianFcmv1Provider";
export { rateLimitPolicy } from "./rateLimitPolicy";
