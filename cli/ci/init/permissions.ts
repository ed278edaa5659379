import { deliveriesFunction } from "../../../provider/deliveries/listDeliveries";
import { lookups } from "../../../provider/lookups/lookups";
import * as resources from "../../../provider/resources";
import { joinWords } from "../../../provider/schema/wording";

/** The permissions for operations of all resources, each once. */
function permissionsFor(...operations: ("create" | "read" | "update" | "delete")[]): string[] {
  const scopes = Object.values(resources).flatMap((definition) =>
    operations.flatMap((name) => {
      const operation = definition[name];
      return typeof operation === "object" ? operation.scopes : [];
    }),
  );
  return [...new Set(scopes)];
}

/** The permissions of each job's application, without those for functions. */
export const permissions = {
  preview: [] as string[],
  apply: permissionsFor("create", "read", "update", "delete"),
  drift: permissionsFor("read"),
};

const forDeliveries = deliveriesFunction.operation.scopes.join(" or ");

/** A sentence each on the application whose credentials the jobs of an environment have. */
export function applications() {
  const functions = Object.values(lookups)
    .filter(({ collection }) => collection === undefined)
    .map(({ name, definition }) => `${definition.list.scopes.join(" or ")} for ${name}`);
  const forFunctions = joinWords(
    [...functions, `${forDeliveries} for ${deliveriesFunction.name}`],
    "and",
  );
  return {
    preview: `an application without permissions. If the program calls functions, add ${forFunctions}.`,
    apply: `an application with the permissions for the program's resources (${permissions.apply.join(", ")}). If the program calls ${deliveriesFunction.name}, add ${forDeliveries}.`,
    drift: `an application that can only read (${permissions.drift.join(", ")}).`,
  };
}
