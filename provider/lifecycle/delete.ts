import { checkGateway } from "../api/errorAdvice";
import type { Props } from "../shared/json";
import { isObjectWithId, type ResourceContext } from "./context";
import { deleted, isAbsentFromList, responseOrDeleted } from "./deletedObject";
import { withReadsInvalidated } from "./invalidateReads";
import { assertSameTenant } from "./session";

/** Deletes an object; an object that was deleted already is no error. `olds` are the outputs in the state. */
export async function deleteObject(
  context: ResourceContext,
  id: string,
  olds: Props,
): Promise<void> {
  const { definition, session } = context;
  const { domain, logger, settings } = session.api;
  assertSameTenant(settings, definition.name, olds);
  const operation = definition.delete;
  if (typeof operation === "string") {
    logger.info(`${definition.name} ${id}: ${operation}`);
    return;
  }
  const request = withReadsInvalidated(context, id, () => session.api.send(operation, { id }));
  const response = await responseOrDeleted(context, id, request);
  if (response === deleted || response === undefined || isObjectWithId(id, response)) return;
  // The service responds without a body or with the object, so a gateway may have sent this.
  if (await isAbsentFromList(context, id)) return;
  throw new Error(
    `${operation.route} (${domain}): the response is not from the service, and the tenant's list still shows ${id}; ${checkGateway}`,
  );
}
