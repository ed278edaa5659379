import type { SendOptions } from "../../api/managementApi";
import type { ObjectList } from "../../resources/definition";
import { encode } from "../../schema/codec";
import { changedKeys } from "../../schema/diff";
import { canonical } from "../../schema/normalize";
import { dropWriteOnly, textsToRedact } from "../../schema/secrets";
import { unknownValue } from "../../schema/unknown";
import { type Json, mapProps, type Props } from "../../shared/json";
import type { ResourceContext } from "../context";
import { managedInputs, splitResponse, stateAfterWrite } from "../stateFromResponse";
import { naturalKeyIn } from "./conflict";
import { createOnce } from "./createOnce";
import type { PendingCreate } from "./pendingCreate";

export interface CreateResult {
  id: string;
  outs: Props;
}

/** Creates an object by checked inputs: exactly one, also where the response is lost. */
export async function create(context: ResourceContext, news: Props): Promise<CreateResult> {
  const { definition, inputs, session, markedSecrets = [] } = context;
  const options: SendOptions = {
    secrets: () => [...textsToRedact(inputs, news), ...markedSecrets],
  };
  if (definition.fixedId !== undefined) {
    const id = definition.fixedId;
    const body = encode(inputs, news);
    const response = await session.api.send(definition.create, { ...options, body });
    return { id, outs: stateAfterWrite(context, { id, news, response }) };
  }
  const pending = pendingCreate(context, definition.list, news);
  const { object, warning } = await createOnce(session, pending, options);
  session.collections.invalidateListings(definition.list);
  const id = String(object.id);
  return { id, outs: stateAfterWrite(context, { id, news, response: object, warning }) };
}

/** The outputs that a preview shows: what Auth0 adds is unknown. */
export function previewCreate({ outputs, session }: ResourceContext, news: Props): Props {
  const added = mapProps(outputs.properties, () => unknownValue);
  return { ...news, ...added, tenant: session.api.domain };
}

function pendingCreate(context: ResourceContext, list: ObjectList, news: Props): PendingCreate {
  const { definition, inputs } = context;
  const matches = (object: Json) => {
    const { liveInputs } = splitResponse(context, object);
    return changedKeys(inputs, managedInputs(context, liveInputs, news), news).length === 0;
  };
  return {
    name: definition.name,
    create: definition.create,
    list,
    body: encode(inputs, news) as Props,
    readable: mapProps(dropWriteOnly(inputs, news) as Props, canonical),
    matches,
    naturalKey: naturalKeyIn(context, news),
  };
}
