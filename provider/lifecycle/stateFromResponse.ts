import { decode, hoistNestedOutputs, undeclaredPaths, wireName } from "../schema/codec";
import { sortSets } from "../schema/normalize";
import { pathText } from "../schema/path";
import { carryWriteOnly } from "../schema/secrets";
import { isObject, type Json, mapProps, type Props } from "../shared/json";
import type { ResourceContext, ResourceType } from "./context";

/** What a response says of the inputs, and the outputs that Auth0 adds to them. */
export interface SplitResponse {
  liveInputs: Props;
  addedOutputs: Props;
  /** The paths of fields that schema.json does not declare, as a newer version of Auth0 may add them. */
  undeclared: string[];
}

export function splitResponse(
  { definition, inputs, outputs }: ResourceType,
  response: Json | undefined,
): SplitResponse {
  const body = isObject(response) ? response : {};
  const { wire, hoisted } = hoistNestedOutputs(body, definition.hoisted ?? {});
  // `tenant` is the provider's own output. A field of that name in a response is something else.
  const { tenant: _, ...addedOutputs } = { ...(decode(outputs, wire) as Props), ...hoisted };
  const properties = { id: {}, ...outputs.properties, ...inputs.properties };
  return {
    liveInputs: sortSets(inputs, decode(inputs, wire)) as Props,
    addedOutputs,
    undeclared: undeclaredPaths({ properties }, wire).map(pathText),
  };
}

/** Of the live inputs, those that the program manages; write-only values come from what was last sent. */
export function managedInputs({ inputs }: ResourceType, liveInputs: Props, lastSent: Props): Props {
  const kept = mapProps(liveInputs, (value, key) => (key in lastSent ? value : undefined));
  return carryWriteOnly(inputs, kept, lastSent) as Props;
}

/**
 * A create or an update that changed the tenant and still failed. The engine stores the id and the
 * outputs, shows the message and forces an update in the next `pulumi up`. Pulumi calls it
 * ErrorResourceInitFailed (pulumi/pulumi, proto/pulumi/provider.proto).
 */
export class InitFailed extends Error {
  constructor(
    message: string,
    readonly id: string,
    readonly outs: Props,
  ) {
    super(message);
  }
}

/** A write that Auth0 has done. */
export interface CompletedWrite {
  id: string;
  /** The outputs in the state, where the object existed before. */
  olds?: Props;
  news: Props;
  response: Json | undefined;
  /** What the user has to look at although the write succeeded. */
  warning?: string | undefined;
}

/**
 * The outputs after a write. If the response cannot be read, or with a warning, it throws InitFailed,
 * so that the state keeps the id and what was sent.
 */
export function stateAfterWrite(context: ResourceContext, write: CompletedWrite): Props {
  const { definition, outputs, session } = context;
  const { id, olds = {}, news, response, warning } = write;
  session.run.addId(id);
  const { addedOutputs, unreadable } = readAddedOutputs(context, response);
  const messages = warning === undefined ? [] : [warning];
  if (unreadable !== undefined) {
    messages.push(
      `${definition.name} ${id} was written, but the response can't be read (${unreadable}).\nThe state keeps the object, and the next \`pulumi up\` reads it again.`,
    );
  }
  // A response without a body adds nothing, and the outputs in the state stay.
  const oldOutputs = mapProps(outputs.properties, (_, key) => olds[key]);
  const outs = { ...news, ...oldOutputs, tenant: session.api.domain, ...addedOutputs };
  if (messages.length > 0) throw new InitFailed(messages.join("\n"), id, outs);
  return outs;
}

/** The outputs that a response adds, or what of it cannot be read. */
function readAddedOutputs(
  type: ResourceType,
  response: Json | undefined,
): { addedOutputs: Props; unreadable?: string } {
  try {
    const { addedOutputs } = splitResponse(type, response);
    const mistyped = mistypedOutputs(type, addedOutputs);
    if (mistyped.length === 0) return { addedOutputs };
    return { addedOutputs: {}, unreadable: mistyped.map(wireName).join(", ") };
  } catch (error) {
    // For instance a value that is nested too deeply.
    return { addedOutputs: {}, unreadable: (error as Error).message };
  }
}

function mistypedOutputs({ outputs }: ResourceType, values: Props): string[] {
  return Object.keys(values).filter((key) => typeof values[key] !== outputs.properties[key]?.type);
}
