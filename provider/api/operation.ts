/** A method and a path below `/api/v2`; `{id}` stands for the object's id. */
export type Route = `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`;

/** One request of the API and the permissions each of which is enough for it. */
export interface Operation {
  route: Route;
  scopes: string[];
}

/** Any other character could lead a request to another path: `..` names the folder above. */
export const idForm = /^[\w-]+$/;
