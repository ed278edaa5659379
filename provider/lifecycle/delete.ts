import { ApiError } from "../api/apiError";
import { checkGateway } from "../api/errorAdvice";
import type { Operation } from "../api/operation";
import { textsToRedact } from "../schema/secrets";
import type { Props } from "../shared/json";
import { isObjectWithId, type ResourceContext, withReadsInvalidated } from "./context";
import { gone, isGoneFromList, responseOrGone } from "./read/goneObject";
import { assertSameTenant } from "./session";

/** Deletes an object. If the tenant has none, that is no error. `olds` are the outputs in the state. */
export async function deleteObject(
  context: ResourceContext,
  id: string,
  olds: Props,
  isDeclared: () => boolean,
): Promise<void> {
  const { definition, inputs, session } = context;
  const { domain, logger, settings } = session.api;
  assertSameTenant(settings, definition.name, olds);
  const { delete: operation, deleteBody } = definition;
  if (deleteBody !== undefined) {
    if (isDeclared()) logger.info(`${definition.name} ${id}: ${stillDeclared(definition.name)}`);
    else await clearObject(context, { id, olds, operation, body: deleteBody });
    return;
  }
  const options = { id, secrets: () => textsToRedact(inputs, olds) };
  const send = () => withReadsInvalidated(context, id, () => session.api.send(operation, options));
  const response = await responseOrGone(context, { id, olds }, send);
  // An earlier attempt, whose response was lost, may have deleted it.
  if (response === gone || response === undefined || isObjectWithId(id, response)) {
    session.collections.invalidateListings(definition.list);
    return;
  }
  // Auth0 responds without a body or with the object, so a gateway may have sent this.
  if (await isGoneFromList(context, id)) return;
  throw new Error(
    `${operation.route} (${domain}): the response isn't from Auth0, and the tenant's list still shows ${id}.\n${checkGateway}`,
  );
}

/** After a logical rename, the engine creates the new resource before it deletes the old one. */
const stillDeclared = (name: string) =>
  "not cleared, because your program still declares push credentials.\n" +
  `If these differ from the removed ones, ${sendAgain(name)}.`;

/** With `--target`, the engine doesn't check all resources of the program. */
const cleared = (name: string, domain: string) =>
  `cleared in ${domain}.\nIf your program still declares push credentials, ${sendAgain(name)}.`;

const sendAgain = (name: string) =>
  `run \`pulumi up --target-replace '**:${name}::**'\` to send them again`;

interface Clearing {
  id: string;
  olds: Props;
  operation: Operation;
  body: Props;
}

/** Empties an object that Auth0 cannot delete. */
async function clearObject(
  { definition, inputs, session }: ResourceContext,
  { id, olds, operation, body }: Clearing,
): Promise<void> {
  const { logger, domain } = session.api;
  try {
    await session.api.send(operation, { body, secrets: () => textsToRedact(inputs, olds) });
    logger.warn(`${definition.name} ${id}: ${cleared(definition.name, domain)}`);
  } catch (error) {
    if (!isRejected(error)) throw error;
    logger.warn(`${definition.name} ${id}: ${definition.undeletable}\n${error.message}`);
  }
}

/** Whether the tenant takes no such request. A permission that is missing can be granted. */
const isRejected = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  (error.kind === "notEntitled" || (error.kind === "refused" && error.status === 400));
