import { ApiError } from "../../../provider/api/apiError";
import type { ManagementApi } from "../../../provider/api/managementApi";
import { noStream, unreadable } from "../../../provider/functions/deliveryPage";
import { eventStream } from "../../../provider/resources";
import { isObject, type Json, type Props } from "../../../provider/shared/json";
import type { Target } from "../../shared/pulumi";
import { displayName } from "../../shared/text";

/** A stream and the tenant that has it. */
export interface TenantStream {
  api: ManagementApi;
  id: string;
  /** What people call it: its resource in the stack, else its name, else its id. */
  label: string;
  /** The stack whose resource it is; absent for a stream of the environment's tenant. */
  stack?: Target;
}

/** A stream of a list. */
export interface ListedStream {
  label: string;
  /** Throws if the configuration does not name the stream's tenant. */
  open(): Promise<TenantStream>;
}

/** Where streams are looked for: a stack, or the tenant of the environment. */
export interface StreamSource {
  /** The stack; absent for the tenant of the environment. */
  stack?: Target;
  /** For a message: `the stack production`, or the host of the tenant. */
  label: string;
  /** The stream that an argument of the command line names. Throws if there is none, or several. */
  find(argument: string): Promise<TenantStream>;
  /** All streams. One that cannot be opened does not fail the list. */
  all(): Promise<ListedStream[]>;
}

/** The ids of streams, for a message. */
export const idsOf = (streams: { id?: Json }[]): string =>
  streams.map(({ id }) => displayName(String(id))).join(" or ");

/** Whether the service, and not a gateway, refused a request for lack of a permission. */
export const isForbidden = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 403 && error.kind !== "gateway";

/**
 * The stream in the service's form; nothing without the permission to read streams, which nothing else
 * needs.
 */
export async function readStream({ api, id }: TenantStream): Promise<Props> {
  const { read } = eventStream;
  if (read === undefined) return {};
  try {
    const stream = await api.send(read, { id, advice: { 404: noStream } });
    if (isObject(stream) && stream.id === id) return stream;
  } catch (error) {
    if (isForbidden(error)) return {};
    throw error;
  }
  // Taken for a stream, it would hide that the stream is disabled.
  throw unreadable(api, id, "it is not this event stream", read);
}
