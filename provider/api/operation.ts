/** A method and a path below `/api/v2`; `{id}` stands for the object's id. */
export type Route = `${"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} /${string}`;

/** One request of the API and the permissions each of which is enough for it. */
export interface Operation {
  route: Route;
  scopes: string[];
}

/** A request of a list, whose pages follow each other by a checkpoint (`from`, `take`) or by a number. */
export interface ListOperation extends Operation {
  pages: "checkpoint" | "numbered";
}

/** Any other character could lead a request to another path: `..` names the folder above. */
export const idForm = /^[\w-]+$/;
