import type { handleUnaryCall, ServerUnaryCall, sendUnaryData } from "@grpc/grpc-js";
import { type GrpcError, grpcError } from "./errors";

export type Handler<Request, Response> = (request: Request) => Response | Promise<Response>;

/** Calls that have not ended. */
let callsUnderWay = 0;
let onIdle: (() => void) | undefined;

/** Serves a method. A handler throws GrpcError; anything else is an error of this program. */
export function unary<Request, Response>(
  handler: Handler<Request, Response>,
): handleUnaryCall<Request, Response> {
  return async (call: ServerUnaryCall<Request, Response>, callback: sendUnaryData<Response>) => {
    callsUnderWay++;
    try {
      callback(null, await handler(call.request));
    } catch (error) {
      callback(isGrpcError(error) ? error : grpcError((error as Error).message), null);
    } finally {
      callsUnderWay--;
      if (callsUnderWay === 0) onIdle?.();
    }
  };
}

const isGrpcError = (error: unknown): error is GrpcError =>
  typeof error === "object" && error !== null && "code" in error && "details" in error;

/** Calls back as soon as no call is under way. */
export function whenIdle(callback: () => void): void {
  if (callsUnderWay === 0) callback();
  else onIdle = callback;
}
