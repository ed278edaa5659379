/** Every resource of the tenant: the other files of this folder. Written by `npm run generate`. */
export { eventStream } from "./eventStream";
export { guardianFcmv1Provider } from "./guardianFcmv1Provider";
export { rateLimitPolicy } from "./rateLimitPolicy";
