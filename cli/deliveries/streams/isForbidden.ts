import { ApiError } from "../../../provider/api/apiError";

/** Whether the service, and not a gateway, refused a request for lack of a permission. */
export const isForbidden = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 403 && !error.isOfGateway;
