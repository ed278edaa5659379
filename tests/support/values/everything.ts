import * as sdk from "../../../sdk";
import { kinds } from "./kinds";

type ResourceClass = new (name: string, args: object) => unknown;
const classes = sdk as unknown as Record<string, ResourceClass>;

/** A program with every sample of every resource. */
export async function everything(): Promise<void> {
  for (const { name, valid } of kinds) {
    const Resource = classes[name] as ResourceClass;
    for (const [logicalName, args] of Object.entries(valid)) new Resource(logicalName, args);
  }
}
