import { deliveriesFunction } from "../../../provider/functions/deliveries";
import * as resources from "../../../provider/resources";
import type { Pipeline } from "../names";

const deliveries = deliveriesFunction.operation.scopes.join(" or ");
const ifCalled = `${deliveries} if the program calls getDeliveries`;

/** Which application each job needs: in words, with the permissions for all resources. */
export const permissionNotes: Record<Pipeline, string> = {
  preview: `an application without permissions, or with ${ifCalled}`,
  apply: `an application with the permissions for the resources that the program has (${scopesOf("create", "read", "update", "delete")}), and ${ifCalled}`,
  drift: `an application that can only read (${scopesOf("read")})`,
};

/** For the comments of written files: the variables of an environment, and which application they name. */
export const credentialsOf = (job: Pipeline): string =>
  `AUTH0_CLIENT_ID and AUTH0_CLIENT_SECRET of ${permissionNotes[job]}.`;

/** The same for the environment of jobs that check several stacks. */
export const sharedEnvironment = `Environment drift: what the state's backend needs. Each job checks several stacks, so each stack's own configuration has the credentials, encrypted, of ${permissionNotes.drift}.`;

function scopesOf(...operations: ("create" | "read" | "update" | "delete")[]): string {
  const scopes = Object.values(resources).flatMap((resource) =>
    operations.flatMap((name) => {
      const operation = resource[name];
      return typeof operation === "string" ? [] : operation.scopes;
    }),
  );
  return [...new Set(scopes)].join(", ");
}
