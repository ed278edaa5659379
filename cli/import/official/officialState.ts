import { isObject, type Json, type Props } from "../../../provider/shared/json";
import { parseJson } from "../../shared/files";
import { officialResources } from "../../shared/stackObjects";

// The form of what this command reads from the state of an official provider.

export interface OfficialState {
  objects: OfficialObject[];
  ignored: IgnoredResource[];
  /** Tells the user how to make the old tool forget its objects. */
  forgetText: string;
}

export interface OfficialObject {
  kind: string;
  id: string;
  /** Its name in the old program. */
  name: string;
  /** The inputs with secrets that the old tool has sent, in the form of schema.json. */
  secretInputs: Props;
  /** Makes the old tool forget the object, without deleting it. */
  forgetCommand: string;
}

export interface IgnoredResource {
  /** Its Terraform address or its URN. */
  address: string;
  /** Why, in sentences without secrets. */
  reason: string;
}

/** An object as a state has it, with Pulumi's names of its properties. */
interface FoundObject extends Omit<OfficialObject, "kind" | "secretInputs"> {
  properties: Props;
}

/**
 * Reads the resources of a state whose objects this package can manage. `read` returns the object, or the
 * reason why it can't be imported.
 */
export function readResources<Resource extends { type?: Json }>(
  resources: Resource[],
  typeOfTool: "terraformType" | "pulumiType",
  read: (resource: Resource) => FoundObject | IgnoredResource,
): Pick<OfficialState, "objects" | "ignored"> {
  const objects: OfficialObject[] = [];
  const ignored: IgnoredResource[] = [];
  for (const resource of resources) {
    const official = officialResources.find((one) => one[typeOfTool] === resource.type);
    if (official === undefined) continue;
    const found = read(resource);
    if ("reason" in found) {
      ignored.push(found);
      continue;
    }
    const { properties, ...object } = found;
    const secretInputs = official.secretInputs?.(properties) ?? properties;
    objects.push({ ...object, kind: official.kind, secretInputs });
  }
  return { objects, ignored };
}

export function parseStateFile(text: string, file: string): Props {
  const value = parseJson(text, `${file} isn't JSON`);
  if (!isObject(value)) throw new Error(`${file} is JSON, but isn't an object.`);
  return value;
}
