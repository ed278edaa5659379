import { ApiError } from "../../api/apiError";
import type { ResourceContext } from "../context";

/** Instead of a response: the tenant does not have the object any more. */
export const gone = Symbol("gone");

/**
 * Distinguishes an object that is gone from a gateway's 404. The service's own 404 proves that the
 * object is gone (`notFound` of api/outcome.ts). The 404 of a gateway that has lost its route to the
 * service proves nothing: then the object counts as gone only if the complete list of the tenant does
 * not show it.
 */
export async function responseOrGone<T>(
  context: ResourceContext,
  id: string,
  request: Promise<T>,
): Promise<T | typeof gone> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
    if (error.kind === "notFound") return gone;
    const isGone = await isGoneFromList(context, id).catch((reason: Error) => {
      throw error.add(`whether the object is gone is unknown: ${reason.message}`);
    });
    if (isGone) return gone;
    throw error.add("the tenant's list still shows the object");
  }
}

/** Whether a complete list of the tenant does not show the object. Fails if there is no such list. */
export async function isGoneFromList(context: ResourceContext, id: string): Promise<boolean> {
  const { list } = context.definition;
  if (!list) throw new Error("the service cannot list these objects");
  return context.session.completeListing(list).isGone(id);
}
