import * as resources from "../../provider/resources";
import { resourceSchema } from "../../provider/schema/packageSchema";
import type { Props } from "../../provider/shared/json";
import { resourceNameOf } from "../../provider/stateContract";

/** The resources of an exported state. */
export function stateResources(exported: string): Props[] {
  const { deployment } = JSON.parse(exported) as { deployment?: { resources?: Props[] } };
  return deployment?.resources ?? [];
}

interface UrnParts {
  stack: string;
  /** The name of the resource in the program. */
  name: string;
}

/** `urn:pulumi:<stack>::<project>::<types>::<name>`; only the name may contain `::`. */
export function parseUrn(urn: string): UrnParts {
  const [stack = "", , , ...name] = urn.replace(/^urn:pulumi:/, "").split("::");
  return { stack, name: name.join("::") };
}

const resourcesByName = new Map(
  Object.values(resources).map((definition) => [
    definition.name,
    { definition, schema: resourceSchema(definition.name).inputs },
  ]),
);

/** A resource of this package, whichever adapter serves it. */
export const resourceOf = (type: string) => resourcesByName.get(resourceNameOf(type) ?? "");
