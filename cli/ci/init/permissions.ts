import { deliveriesFunction } from "../../../provider/functions/deliveries";
import * as resources from "../../../provider/resources";
import type { Pipeline } from "../names";

/** Reads the deliveries of a stream, for `getDeliveries` and the drift check of a disabled stream. */
export const deliveriesScope = deliveriesFunction.operation.scope;

/** The permissions of the Management API that each job needs for all resources. */
export const permissions: Record<Pipeline, string[]> = {
  preview: [],
  apply: scopesOf(["create", "read", "update", "delete"]),
  drift: scopesOf(["read"]),
};

function scopesOf(operations: ("create" | "read" | "update" | "delete")[]): string[] {
  const scopes = Object.values(resources).flatMap((resource) =>
    operations.flatMap((operation) => {
      const definition = resource[operation];
      return typeof definition === "string" ? [] : [definition.scope];
    }),
  );
  return [...new Set(scopes)];
}
