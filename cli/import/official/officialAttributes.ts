import type { Json, Props } from "../../../provider/shared/json";
import { isObject, ownProperty } from "../../../provider/shared/json";

/** The spelling of the attributes in a state. */
export type Spelling = (attribute: string) => string;

export const terraformSpelling: Spelling = (attribute) => attribute;

/** pulumi-terraform-bridge names every property like this. */
export const pulumiSpelling: Spelling = (attribute) =>
  attribute.replace(/_([a-z0-9])/g, (_underscore, letter: string) => letter.toUpperCase());

/** The text at a path of attributes; undefined for an empty one, which is how a state says "none". */
export function textAt(attributes: Props, path: string): string | undefined {
  const value = valueAt(attributes, path);
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function valueAt(attributes: Props, path: string): Json | undefined {
  return path.split(".").reduce<Json | undefined>((value, key) => {
    const block = onlyBlock(value);
    return isObject(block) ? ownProperty(block, key) : undefined;
  }, attributes);
}

/** Terraform writes a block that a resource has at most once as a list of one. */
const onlyBlock = (value: Json | undefined) => (Array.isArray(value) ? value[0] : value);
