import type { CustomResourceOptions } from "@pulumi/pulumi/resource";
import type { ObjectSchema } from "../provider/schema/packageSchema";
import { isIgnored, pathText } from "../provider/schema/path";
import { visit } from "../provider/schema/walk";
import type { Json } from "../provider/shared/json";
import { previewValues } from "./previewValues";

/**
 * A text for each value in `ignoreChanges` that is sent with its neighbours, as the state has it. A refresh reads it
 * back, unless it's a secret.
 */
export function ignoredNeighbours(
  schema: ObjectSchema,
  args: object,
  { ignoreChanges = [] }: CustomResourceOptions,
): string[] {
  const leaves = visit(schema, previewValues(args) as Json).filter(
    ({ value }) => typeof value !== "object",
  );
  const sentFor = leaves.filter(({ path }) => !isIgnored(ignoreChanges, path));
  return leaves
    .filter(({ path }) => isIgnored(ignoreChanges, path))
    .filter((ignored) => sentFor.some(({ path }) => path[0] === ignored.path[0]))
    .map(({ schema, path }) => {
      const [top] = path;
      const remedy = schema.writeOnly
        ? "Remove it from ignoreChanges"
        : "Run `pulumi up --refresh`";
      return (
        `ignoreChanges covers ${pathText(path)}. If it is changed outside Pulumi, the next change to ${top} ` +
        `overwrites it with the old value from the state. ${remedy}, or ignore all of "${top}".`
      );
    });
}
