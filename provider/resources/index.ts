/** Every resource. The SDK classes, their documentation and the handlers in states come from this list. */
export { eventStream } from "./eventStream";
export { guardianFcmv1Provider } from "./guardianFcmv1Provider";
export { rateLimitPolicy } from "./rateLimitPolicy";
