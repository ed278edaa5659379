import type {
  CustomResourceOptions,
  Resource,
  ResourceTransformation,
} from "@pulumi/pulumi/resource";
import * as state from "@pulumi/pulumi/runtime/state";

/** What Pulumi's type declarations omit. */
type Transformed = Resource & { __transformations: ResourceTransformation[] };
const { getStore } = state as unknown as { getStore(): { callbacks?: object } };

/**
 * The option `transformations` with `last` added, which gets what all other transformations made of the
 * resource. Pulumi runs a resource's own ones before those of its parents and of the stack, all from one
 * list. Child resources inherit that list, so it doesn't keep what is added here.
 */
export function withLastTransformation(
  { transformations = [] }: CustomResourceOptions,
  last: ResourceTransformation,
): ResourceTransformation[] {
  const append: ResourceTransformation = ({ resource }) => {
    const all = (resource as Transformed).__transformations;
    all.push((args) => {
      all.splice(all.indexOf(append), 1);
      all.pop();
      return last(args);
    });
    return undefined;
  };
  return [...transformations, append];
}

/**
 * Whether the engine may still change the resource: it runs the option `transforms` and the functions that
 * the program gives to `registerResourceTransform`. The SDK doesn't tell the latter from resource hooks.
 */
export function mayBeTransformed({ transforms = [] }: CustomResourceOptions): boolean {
  return transforms.length > 0 || getStore().callbacks !== undefined;
}
