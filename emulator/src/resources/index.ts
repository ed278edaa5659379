/** The tenant's resources, each in another file of this folder. Written by `npm run generate`. */
export { eventStream } from "./eventStream";
export { guardianFcmv1Provider } from "./guardianFcmv1Provider";
export { rateLimitPolicy } from "./rateLimitPolicy";
