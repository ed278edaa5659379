import type { Operation } from "../api/operation";

/** Lists all objects of a resource. */
export interface ObjectList extends Operation {
  /** The field of an object that holds the time of its creation, as the service names it. */
  createdAtField: string;
}

/** What schema.json cannot say of a resource. */
export interface ResourceDefinition {
  /** Its name in schema.json. */
  name: string;
  /** The id, where the service assigns none. */
  fixedId?: string;
  /** Characters of an id that the service assigns. */
  idLength?: { min: number; max: number };
  create: Operation;
  /** Or what the user is told, since there is no such operation; so for delete. */
  read: Operation | string;
  /** All objects, and their field that tells when the service made each: to find what a POST whose answer was lost has made. */
  list?: ObjectList;
  update: Operation;
  delete: Operation | string;
  /** Outputs that an answer nests below an input: where, in names of the wire. */
  hoisted?: Record<string, string[]>;
  /** What to do when the service says that such an object exists already. */
  onConflict?: string;
  /** What to do when the service refuses a change of this property. */
  onRefusal?: Record<string, string>;
}
