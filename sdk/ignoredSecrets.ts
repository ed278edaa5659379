import type { CustomResourceOptions } from "@pulumi/pulumi/resource";
import type { ObjectSchema } from "../provider/schema/packageSchema";
import { isIgnored, pathText } from "../provider/schema/path";
import { visit } from "../provider/schema/walk";
import type { Json } from "../provider/shared/json";
import { previewValues } from "./previewValues";

/**
 * A sentence for each secret in `ignoreChanges` that is sent with its neighbours. Nothing reads such a secret
 * back, so that the one in the state may be old.
 */
export function ignoredSecrets(
  schema: ObjectSchema,
  args: object,
  { ignoreChanges = [] }: CustomResourceOptions,
): string[] {
  const leaves = visit(schema, previewValues(args) as Json).filter(
    ({ value }) => typeof value !== "object",
  );
  const sentFor = leaves.filter(({ path }) => !isIgnored(ignoreChanges, path));
  return leaves
    .filter(({ schema, path }) => schema.writeOnly && isIgnored(ignoreChanges, path))
    .filter((secret) => sentFor.some(({ path }) => path[0] === secret.path[0]))
    .map(({ path }) => {
      const [top] = path;
      return (
        `ignoreChanges covers ${pathText(path)}. If it is changed outside Pulumi, the next change to ${top} ` +
        "overwrites it with the old value from the state. " +
        `Remove it from ignoreChanges, or ignore all of "${top}".`
      );
    });
}
