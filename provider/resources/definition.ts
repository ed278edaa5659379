/** A method and a path below `/api/v2`; `{id}` stands for the object's id. */
export type Route = `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`;

/** One request of the interface and the permission that it takes. */
export interface Operation {
  route: Route;
  scope: string;
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
  list?: Operation & { madeAt: string };
  update: Operation;
  delete: Operation | string;
  /** Outputs that an answer nests below an input: where, in names of the wire. */
  hoisted?: Record<string, string[]>;
  /** What to do when the service says that such an object exists already. */
  onConflict?: string;
  /** What to do when the service refuses a change of this property. */
  onRefusal?: Record<string, string>;
}

/** Any other character could lead a request to another path: `..` names the folder above. */
export const idForm = /^[\w-]+$/;

/** What states and the engine call a resource's type; it never changes, since URNs hold it. */
export const typeToken = ({ name }: ResourceDefinition): string =>
  `pulumi-nodejs:dynamic/auth0-native:${name}`;
