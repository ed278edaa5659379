import type { DefinedError } from "ajv";
import { isObject, ownProperty } from "../shared/json";
import type { Schema } from "./packageSchema";
import { type Path, pathOfPointer } from "./path";
import { propertiesFor } from "./walk";

/** An error as ajv reports it. */
export type AjvError = DefinedError;

/** One rule of the schema that a value breaks, and where. */
export interface Violation {
  error: AjvError;
  location: Location;
}

export interface Location {
  /** The keys that lead from the root to the value. */
  path: Path;
  schema: Schema;
  value: unknown;
  /** The value in the state; undefined if the object does not exist yet. */
  oldValue: unknown;
  /** No message may quote the value here. */
  confidential: boolean;
  /** The value is a secret or part of one, so no message may quote a key that the schema doesn't declare. */
  secret: boolean;
}

/** Follows the path of an error down from the root. */
export function locate(error: AjvError, root: Location): Location {
  return pathOfPointer(error.instancePath).reduce(childLocation, root);
}

function childLocation(parent: Location, key: string | number): Location {
  const schema = childSchema(parent, key);
  return {
    path: [...parent.path, key],
    schema,
    value: (parent.value as Record<string | number, unknown>)[key],
    oldValue: isObject(parent.oldValue) ? parent.oldValue[key] : undefined,
    confidential: parent.confidential || schema.secret === true,
    secret: parent.secret || schema.secret === true,
  };
}

function childSchema({ schema, value }: Location, key: string | number): Schema {
  if (Array.isArray(value)) return schema.items ?? {};
  if (!isObject(value)) return {};
  return ownProperty(propertiesFor(schema, value), String(key)) ?? {};
}
