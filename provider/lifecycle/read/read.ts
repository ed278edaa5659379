import { checkGateway } from "../../api/errorAdvice";
import type { Operation } from "../../api/operation";
import type { ResourceDefinition } from "../../resources/definition";
import { textsToRedact } from "../../schema/secrets";
import { type Json, mapProps, type Props } from "../../shared/json";
import { isObjectWithId, type ResourceContext } from "../context";
import { notify } from "../notice";
import { assertSameTenant } from "../session";
import { managedInputs, type SplitResponse, splitResponse } from "../stateFromResponse";
import { gone, responseOrGone } from "./goneObject";

export interface ReadResult {
  inputs: Props;
  outs: Props;
}

/** Reads an object as it is in the tenant; undefined if it is gone. `olds` are the outputs in the state. */
export async function read(
  context: ResourceContext,
  id: string,
  olds: Props,
): Promise<ReadResult | undefined> {
  const { definition, inputs, session } = context;
  assertSameTenant(session.api.settings, definition.name, olds);
  const { domain: tenant } = session.api;
  const oldInputs = mapProps(inputs.properties, (_, key) => olds[key]);
  if (definition.read === undefined) {
    const { name, unreadable } = definition;
    notify(session, "not-verifiable", `${name} can't be verified, because ${unreadable}`);
    return { outs: { ...olds, tenant }, inputs: oldInputs };
  }

  // The static method `get` of a class passes an id without properties.
  if (Object.keys(oldInputs).length === 0) return readNew(context, definition.read, id);

  const reads = session.collections.batchedReads(definition.read, definition.list);
  // One GET, or a page of the list that many reads share.
  const secrets = () => textsToRedact(inputs, olds);
  const response = await responseOrGone(context, { id, olds }, () => reads.get(id, secrets));
  if (response === gone) return undefined;
  const { liveInputs, addedOutputs } = splitObject(context, id, response);
  // A property that the program leaves to Auth0 cannot drift.
  const found = managedInputs(context, liveInputs, oldInputs);
  return { outs: { ...found, ...addedOutputs, tenant }, inputs: found };
}

/** Reads an object of which no state has properties. Fails where there is none. */
export async function readNew(
  context: ResourceContext,
  operation: Operation,
  id: string,
): Promise<ReadResult> {
  const { api } = context.session;
  const response = await api.send(operation, { id });
  const { liveInputs, addedOutputs } = splitObject(context, id, response);
  return { outs: { ...liveInputs, ...addedOutputs, tenant: api.domain }, inputs: liveInputs };
}

function splitObject(
  context: ResourceContext,
  id: string,
  response: Json | undefined,
): SplitResponse {
  const { definition, session } = context;
  const split = splitResponse(context, objectWithId(definition, id, response));
  session.run.addId(id);
  for (const path of split.undeclared) {
    // Of an array, the field is the same in each item.
    const field = JSON.stringify(path.replace(/\[\d+\]/g, "[]"));
    const text = `Auth0 returns the field ${field}, which this version of the provider doesn't recognize. The field isn't compared.`;
    notify(session, "unknown-field", `${definition.name}: ${text}`);
  }
  return split;
}

/** The response to a read. Throws where it is not the object. */
export function objectWithId(
  { name }: ResourceDefinition,
  id: string,
  response: Json | undefined,
): Props {
  if (isObjectWithId(id, response)) return response;
  throw new Error(`${name} ${id}: the response isn't a JSON object with that ID.\n${checkGateway}`);
}
