import { checkGateway } from "../api/errorAdvice";
import type { Props } from "../shared/json";
import { isObjectWithId, type ResourceContext, withReadsInvalidated } from "./context";
import { gone, isGoneFromList, responseOrGone } from "./read/goneObject";
import { assertSameTenant } from "./session";

/** Deletes an object; an object that is gone already is no error. `olds` are the outputs in the state. */
export async function deleteObject(
  context: ResourceContext,
  id: string,
  olds: Props,
): Promise<void> {
  const { definition, session } = context;
  const { domain, logger, settings } = session.api;
  assertSameTenant(settings, definition.name, olds);
  const { delete: operation, undeletable } = definition;
  if (operation === undefined) {
    logger.info(`${definition.name} ${id}: ${undeletable}`);
    return;
  }
  const send = () => withReadsInvalidated(context, id, () => session.api.send(operation, { id }));
  const response = await responseOrGone(context, { id, olds }, send);
  // It may be gone since an earlier attempt, whose response was lost.
  if (response === gone || response === undefined || isObjectWithId(id, response)) {
    session.invalidateListings(definition.list);
    return;
  }
  // The service responds without a body or with the object, so a gateway may have sent this.
  if (await isGoneFromList(context, id)) return;
  throw new Error(
    `${operation.route} (${domain}): the response is not from the service, and the tenant's list still shows ${id}; ${checkGateway}`,
  );
}
