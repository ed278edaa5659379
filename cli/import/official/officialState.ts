import { isObject, type Json, type Props } from "../../../provider/shared/json";
import { officialResources } from "../../shared/stackObjects";

// What the state of an official provider says about the objects that this package manages as well.

export interface OfficialState {
  objects: OfficialObject[];
  /** Resources of these kinds that cannot be imported. */
  ignored: IgnoredResource[];
  /** What the user does with the commands that make the old tool forget its objects. */
  forgetText: string;
}

export interface OfficialObject {
  /** Its name in schema.json, such as `EventStream`. */
  kind: string;
  id: string;
  /** Its name in the old program. */
  name: string;
  /** What the old tool has sent, as the inputs of schema.json have it; with the secrets of a webhook. */
  destination: Props;
  /** Makes the old tool forget the object, without deleting it. */
  forgetCommand: string;
}

export interface IgnoredResource {
  /** Its Terraform address or its URN. */
  address: string;
  /** Why, in sentences without secrets. */
  reason: string;
}

/**
 * Reads the resources of a state that hold objects of ours. `read` returns either the object, or why it
 * cannot be imported.
 */
export function readResources<Resource extends { type?: Json }>(
  resources: Resource[],
  typeOfTool: "terraformType" | "pulumiType",
  read: (resource: Resource, kind: string) => OfficialObject | IgnoredResource,
): Pick<OfficialState, "objects" | "ignored"> {
  const found = resources.flatMap((resource) => {
    const official = officialResources.find((one) => one[typeOfTool] === resource.type);
    return official === undefined ? [] : read(resource, official.kind);
  });
  return {
    objects: found.flatMap((one) => ("reason" in one ? [] : one)),
    ignored: found.flatMap((one) => ("reason" in one ? one : [])),
  };
}

/** The destination of a stream with a webhook, the only one with secrets; empty for every other resource. */
export const destinationOf = ({
  destinationType: type = null,
  webhookConfiguration: configuration = null,
}: Props): Props => (isObject(configuration) ? { type, configuration } : {});

/** The JSON object in a file. */
export function parseStateFile(text: string, file: string): Props {
  const value = parseJson(text, file);
  if (!isObject(value)) throw new Error(`${file} is JSON, but not an object`);
  return value;
}

/** The message of `JSON.parse` would quote the text, which has secrets. */
export function parseJson(text: string, name: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${name} is not JSON`);
  }
}
