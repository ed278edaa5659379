import { noStream, unreadable } from "../../../provider/functions/deliveryPage";
import { eventStream } from "../../../provider/resources";
import { isObject, type Props } from "../../../provider/shared/json";
import { isForbidden } from "./isForbidden";
import type { TenantStream } from "./source";

/**
 * The stream in the service's form; nothing without the permission to read streams, which nothing else
 * needs.
 */
export async function readStream({ api, id }: TenantStream): Promise<Props> {
  if (typeof eventStream.read === "string") return {};
  try {
    const stream = await api.send(eventStream.read, { id, advice: { 404: noStream } });
    if (isObject(stream) && stream.id === id) return stream;
  } catch (error) {
    if (isForbidden(error)) return {};
    throw error;
  }
  // Taken for a stream, it would hide that the stream is disabled.
  throw unreadable(api, id, "it is not this event stream", eventStream.read);
}
