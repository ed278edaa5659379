import { ApiError } from "../api/apiError";

export const gone = Symbol("gone");

/**
 * What a request gives, or that its object is gone. The service's own 404 says so; one of a gateway
 * says nothing of the object, and then the tenant's complete list decides.
 */
export async function unlessGone<T>(
  request: Promise<T>,
  isAbsent: () => Promise<boolean>,
): Promise<T | typeof gone> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
    if (error.gone) return gone;
    const absent = await isAbsent().catch((reason: Error) => {
      throw error.add(`whether the object is gone is unknown: ${reason.message}`);
    });
    if (absent) return gone;
    throw error.add("the tenant's list still shows the object");
  }
}
