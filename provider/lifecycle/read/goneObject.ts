import { ApiError } from "../../api/apiError";
import type { Props } from "../../shared/json";
import type { ResourceContext } from "../context";

/** Instead of a response: the tenant does not have the object any more. */
export const gone = Symbol("gone");

/** One node of Auth0 may not know a younger object yet: then one 404 does not count. */
const settledAgeMs = 60_000;
const secondAttemptMs = 3_000;

interface KnownObject {
  id: string;
  /** The outputs in the state. */
  olds: Props;
}

/**
 * Distinguishes an object that is gone from a gateway's 404. Auth0's own 404 proves that the
 * object is gone (`notFound` of api/outcome.ts). The 404 of a gateway that has lost its route to the
 * service proves nothing: then the object counts as gone only if the complete list of the tenant does
 * not show it.
 */
export async function responseOrGone<T>(
  context: ResourceContext,
  object: KnownObject,
  send: () => Promise<T>,
): Promise<T | typeof gone> {
  try {
    return await sendAgainIfNew(context, object, send);
  } catch (error) {
    const isOfObject = error instanceof ApiError && error.kind !== "noToken";
    if (!isOfObject || error.status !== 404) throw error;
    if (error.kind === "notFound") return gone;
    const isGone = await isGoneFromList(context, object.id).catch((reason: Error) => {
      throw error.add(
        `The object may still exist, but the provider can't read the list:\n${reason.message}`,
      );
    });
    if (isGone) return gone;
    throw error.add("The tenant's list still shows the object.");
  }
}

/** Sends a request again after Auth0's own 404, unless the object is old enough for it to count. */
async function sendAgainIfNew<T>(
  { definition, session }: ResourceContext,
  { olds }: KnownObject,
  send: () => Promise<T>,
): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiError && error.kind === "notFound")) throw error;
    const { clock, serviceClock } = session.api.transport;
    const creationTime = Date.parse(String(olds[definition.list?.creationTime ?? ""]));
    // Where one of the two times is unknown, the age is no proof.
    const ageMs = (serviceClock.moment().service ?? Number.NaN) - creationTime;
    if (ageMs >= settledAgeMs) throw error;
    await clock.sleep(secondAttemptMs);
    return send();
  }
}

/** Whether a complete list of the tenant does not show the object. Fails if there is no such list. */
export async function isGoneFromList(context: ResourceContext, id: string): Promise<boolean> {
  const { list } = context.definition;
  if (!list) throw new Error("Auth0 can't list these objects.");
  return context.session.collections.completeListing(list).isGone(id);
}
