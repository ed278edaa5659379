import { ApiError } from "../../../provider/api/apiError";
import { noStream } from "../../../provider/functions/deliveryPage";
import { eventStream } from "../../../provider/resources";
import { isObject } from "../../../provider/shared/json";
import type { TenantStream } from "../streams/source";

/** `enabled` or `disabled`; undefined without the permission to read streams, which nothing else needs. */
export async function streamStatus({ api, id }: TenantStream): Promise<string | undefined> {
  const { read } = eventStream;
  if (typeof read === "string") return undefined;
  try {
    const stream = await api.send(read, { id, advice: { 404: noStream } });
    return isObject(stream) && typeof stream.status === "string" ? stream.status : undefined;
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return undefined;
    throw error;
  }
}
