import * as resources from "../../provider/resources";
import { resourceSchema } from "../../provider/schema/packageSchema";
import { resourceNameOf } from "../../provider/stateContract";

const resourcesByName = new Map(
  Object.values(resources).map((definition) => [
    definition.name,
    { definition, schema: resourceSchema(definition.name).inputs },
  ]),
);

/** A resource of this package, whichever adapter serves it. */
export const resourceOf = (type: string) => resourcesByName.get(resourceNameOf(type) ?? "");
