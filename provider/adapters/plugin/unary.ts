import type { handleUnaryCall, ServerUnaryCall, sendUnaryData } from "@grpc/grpc-js";
import { type GrpcError, grpcError } from "./errors";

type Handler<Request, Response> = (request: Request) => Response | Promise<Response>;

/** Serves a method. A handler throws GrpcError; anything else is an error of this program. */
export function unary<Request, Response>(
  handler: Handler<Request, Response>,
): handleUnaryCall<Request, Response> {
  return async (call: ServerUnaryCall<Request, Response>, callback: sendUnaryData<Response>) => {
    try {
      callback(null, await handler(call.request));
    } catch (error) {
      callback(isGrpcError(error) ? error : grpcError((error as Error).message), null);
    }
  };
}

const isGrpcError = (error: unknown): error is GrpcError =>
  typeof error === "object" && error !== null && "code" in error && "details" in error;
