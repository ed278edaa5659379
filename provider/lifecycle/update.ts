import { isDeepStrictEqual } from "node:util";
import { ApiError } from "../api/apiError";
import { checkGateway } from "../api/errorAdvice";
import type { SendOptions } from "../api/managementApi";
import type { ResourceDefinition } from "../resources/definition";
import { encode } from "../schema/codec";
import { changedKeys } from "../schema/diff";
import { dropWriteOnly, secretTexts, textsToRedact } from "../schema/secrets";
import { unknownValue } from "../schema/unknown";
import { type Json, mapProps, type Props } from "../shared/json";
import {
  isObjectWithId,
  type ResourceContext,
  type ResourceType,
  withReadsInvalidated,
} from "./context";
import { explainUpdateConflict, isConflict, naturalKeyIn } from "./create/conflict";
import { assertSameTenant } from "./session";
import { InitFailed, stateAfterWrite } from "./stateFromResponse";

export interface UpdateResult {
  outs: Props;
}

interface Update {
  id: string;
  /** The outputs in the state. */
  olds: Props;
  /** Checked inputs. */
  news: Props;
  /** The top-level inputs to send. */
  keys: string[];
}

const goneAdvice =
  "The object no longer exists. Run `pulumi refresh`, then `pulumi up` to recreate it.";

/**
 * Changes an object in place: PATCH sends the top-level inputs that differ, PUT sends all. An update
 * that needs a new object never gets here: diff.ts turns it into a replacement.
 */
export async function update(
  context: ResourceContext,
  id: string,
  olds: Props,
  news: Props,
): Promise<UpdateResult> {
  const { definition, session } = context;
  assertSameTenant(session.api.settings, definition.name, olds);
  const change: Update = { id, olds, news, keys: sentKeys(context, olds, news) };
  let response: Json | undefined;
  try {
    response = await withReadsInvalidated(context, id, () => sendUpdate(context, change));
  } catch (error) {
    throw await explained(context, change, error);
  }
  assertIsUpdated(context, change, response);
  if (changesNaturalKey(definition, change))
    session.collections.invalidateListings(definition.list);
  return { outs: stateAfterWrite(context, { id, olds, news, response }) };
}

/** The outputs that a preview shows: all are known, except those that every update changes. */
export function previewUpdate(
  { definition, outputs, session }: ResourceContext,
  olds: Props,
  news: Props,
): Props {
  const { outputsOfEveryUpdate = [] } = definition;
  const added = mapProps(outputs.properties, (_, key) =>
    outputsOfEveryUpdate.includes(key) ? unknownValue : olds[key],
  );
  return { ...news, ...added, tenant: session.api.domain };
}

/** The top-level inputs that an update sends. */
export function sentKeys({ definition, inputs }: ResourceType, olds: Props, news: Props): string[] {
  return isPatch(definition) ? changedKeys(inputs, olds, news) : Object.keys(inputs.properties);
}

const isPatch = ({ update: operation }: ResourceDefinition) => operation.route.startsWith("PATCH");

const changesNaturalKey = ({ naturalKey }: ResourceDefinition, { keys }: Update): boolean =>
  naturalKey?.some((key) => keys.includes(key)) ?? false;

const pick = (props: Props, keys: string[]): Props =>
  mapProps(props, (value, key) => (keys.includes(key) ? value : undefined));

function sendUpdate(
  { definition, inputs, session, markedSecrets = [] }: ResourceContext,
  { id, olds, news, keys }: Update,
): Promise<Json | undefined> {
  const { read, update: operation } = definition;
  const refusal = keys
    .map((key) => definition.onRefusal?.[key])
    .find(Boolean)
    ?.replaceAll("<id>", id);
  const options: SendOptions = {
    id,
    advice: { 400: refusal, 409: refusal, 404: isPatch(definition) ? goneAdvice : undefined },
    // Auth0's error may repeat the value that it has as well as the value that it received.
    secrets: () => [...[olds, news].flatMap((bag) => textsToRedact(inputs, bag)), ...markedSecrets],
  };
  // The engine forces an update after a failed one, and then nothing may differ: read the object.
  if (keys.length === 0 && read !== undefined) return session.api.send(read, options);
  return session.api.send(operation, { ...options, body: encode(inputs, pick(news, keys)) });
}

/** The error of an update, with what to do next. */
async function explained(
  context: ResourceContext,
  change: Update,
  error: unknown,
): Promise<unknown> {
  const { definition, session } = context;
  const hasConflict = error instanceof ApiError && isConflict(error);
  if (hasConflict && definition.list && changesNaturalKey(definition, change)) {
    const naturalKey = naturalKeyIn(context, change.news);
    return explainUpdateConflict(session, definition, naturalKey, error);
  }
  return withoutUncertainSecret(context, change, error);
}

/**
 * If an update of a secret may or may not have run, no read can tell which secret Auth0 holds.
 * The state then keeps none, so that the next update sends the program's secret.
 */
function withoutUncertainSecret(
  { inputs }: ResourceContext,
  { id, olds, news }: Update,
  error: unknown,
): unknown {
  const isUncertain = error instanceof ApiError && error.mayHaveRun && error.kind !== "notFound";
  if (!isUncertain) return error;
  if (isDeepStrictEqual(secretTexts(inputs, olds), secretTexts(inputs, news))) return error;
  const { message } = error.advise(
    "Auth0 may or may not have the new secret. The next `pulumi up` sends it again.",
  );
  return new InitFailed(message, id, dropWriteOnly(inputs, olds) as Props);
}

/** Fails if the response is another object: then something other than Auth0 sent it. */
function assertIsUpdated(
  { definition, inputs, session }: ResourceContext,
  { id, olds }: Update,
  response: Json | undefined,
): void {
  // An object with a fixed id has no id in responses, and a response without a body is valid.
  if (definition.fixedId !== undefined || response === undefined) return;
  if (isObjectWithId(id, response)) return;
  const message =
    `${definition.name} ${id} (${session.api.domain}): the response doesn't contain that object, ` +
    "so it may or may not have been updated. The next `pulumi up` sends the update again.\n" +
    checkGateway;
  throw new InitFailed(message, id, dropWriteOnly(inputs, olds) as Props);
}
