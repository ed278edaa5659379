import { checkGateway } from "../api/errorAdvice";
import type { Operation } from "../api/operation";
import { type Json, mapProps, type Props } from "../shared/json";
import { isObjectWithId, type ResourceContext } from "./context";
import { deleted, responseOrDeleted } from "./deletedObject";
import { assertSameTenant } from "./session";
import { managedInputs, splitResponse } from "./stateFromResponse";

export interface ReadResult {
  inputs: Props;
  outs: Props;
}

/** Reads an object as it is in the tenant; undefined if it was deleted. `olds` are the outputs in the state. */
export async function read(
  context: ResourceContext,
  id: string,
  olds: Props,
): Promise<ReadResult | undefined> {
  const { definition, inputs, session } = context;
  assertSameTenant(session.api.settings, definition.name, olds);
  const { domain: tenant } = session.api;
  const oldInputs = mapProps(inputs.properties, (_, key) => olds[key]);
  if (typeof definition.read === "string") {
    session.api.logger.info(`${definition.name} ${id}: ${definition.read}`);
    return { outs: { ...olds, tenant }, inputs: oldInputs };
  }

  // The static method `get` of a class passes an id without properties.
  const isGet = Object.keys(oldInputs).length === 0;
  const response = isGet
    ? await session.api.send(definition.read, { id })
    : await readInBatch(context, definition.read, id);
  if (response === deleted) return undefined;
  if (!isObjectWithId(id, response)) {
    throw new Error(
      `${definition.name} ${id}: the response is not a JSON object with that id; ${checkGateway}`,
    );
  }

  const { liveInputs, addedOutputs } = splitResponse(context, response);
  session.claim(id);
  // A property that the program leaves to the service cannot drift.
  const found = isGet ? liveInputs : managedInputs(context, liveInputs, oldInputs);
  return { outs: { ...found, ...addedOutputs, tenant }, inputs: found };
}

/** One GET, or a page of the list that many reads share. */
function readInBatch(
  context: ResourceContext,
  operation: Operation,
  id: string,
): Promise<Json | undefined | typeof deleted> {
  const { definition, session } = context;
  const response = session.batchedReads(operation, definition.list).get(id);
  return responseOrDeleted(context, id, response);
}
