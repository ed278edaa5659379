import type {
  CustomResourceOptions,
  Resource,
  ResourceTransformation,
} from "@pulumi/pulumi/resource";
import { getStackResource, registerStackTransformation } from "@pulumi/pulumi/runtime/stack";
import * as state from "@pulumi/pulumi/runtime/state";
import { sharedByCopies } from "./copies";
import { hasMocks } from "./mocks";

/** What Pulumi's type declarations omit. */
type Transformed = Resource & { __transformations: ResourceTransformation[] };
const { getStore } = state as unknown as { getStore(): { callbacks?: object } };

/** Transformations of one resource alone. Child resources inherit the others. */
const temporary = sharedByCopies("temporary", new WeakSet<ResourceTransformation>());

/**
 * The option `transformations` with `last` added, which gets what all other transformations made of the
 * resource.
 */
export function withLastTransformation(
  { transformations = [] }: CustomResourceOptions,
  last: ResourceTransformation,
): ResourceTransformation[] {
  const append: ResourceTransformation = ({ resource }) => runLast(resource, last);
  temporary.add(append);
  return [...transformations, append];
}

/** Pulumi runs a resource's own transformations before its parents' and the stack's, all from one list. */
function runLast(resource: Resource, last: ResourceTransformation): undefined {
  const all = (resource as Transformed).__transformations;
  const run: ResourceTransformation = (args) => {
    if (all.at(-1) === run)
      all.splice(0, all.length, ...all.filter((each) => !temporary.has(each)));
    return last(args);
  };
  temporary.add(run);
  all.push(run);
}

/** Whether the engine may transform the children of a resource. */
const transformsOf = sharedByCopies("transforms", new WeakMap<Resource, boolean>());
const recorded = sharedByCopies("recorded", new WeakSet<Resource>());

/**
 * Records from now on which resources of the stack have the option `transforms`, which Pulumi runs for their
 * children, too, and does not store in a resource.
 */
export function recordTransforms(): void {
  const stack = getStackResource();
  if (stack === undefined || recorded.has(stack)) return;
  recorded.add(stack);
  registerStackTransformation(({ resource }) =>
    runLast(resource, ({ opts }) => {
      transformsOf.set(resource, hasTransforms(opts));
      return undefined;
    }),
  );
}

/**
 * Whether the engine may still change the resource: it runs the option `transforms` of the resource and of
 * those around it, and the functions that the program gives to `registerResourceTransform`. The SDK doesn't
 * tell the latter from resource hooks.
 */
export const mayBeTransformed = (opts: CustomResourceOptions): boolean =>
  hasTransforms(opts) || getStore().callbacks !== undefined;

function hasTransforms({ transforms = [], parent }: CustomResourceOptions): boolean {
  if (transforms.length > 0) return true;
  if (parent === undefined || parent === getStackResource()) return false;
  // A component that the record lacks is older, or part of a remote component, and may have the option.
  return transformsOf.get(parent) ?? !hasMocks();
}
