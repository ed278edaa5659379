import { deliveriesFunction } from "../../../provider/functions/deliveries";
import * as resources from "../../../provider/resources";
import type { Pipeline } from "../names";

const deliveries = deliveriesFunction.operation.scope;
const ifProgramLists = `${deliveries} if the program calls getDeliveries`;

/** Which application each job needs: in words, with the permissions for all resources. */
export const permissionNotes: Record<Pipeline, string> = {
  preview: `an application without any permission; with ${ifProgramLists}`,
  apply: `an application with the permissions ${scopesOf("create", "read", "update", "delete")} of those resources that the program has, and ${ifProgramLists}`,
  drift: `an application that can only read: ${scopesOf("read")}, and ${deliveries} to count the failed deliveries of a disabled stream`,
};

function scopesOf(...operations: ("create" | "read" | "update" | "delete")[]): string {
  const scopes = Object.values(resources).flatMap((resource) =>
    operations.flatMap((name) => {
      const operation = resource[name];
      return typeof operation === "string" ? [] : [operation.scope];
    }),
  );
  return [...new Set(scopes)].join(" ");
}
