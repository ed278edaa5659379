import { Output } from "@pulumi/pulumi/output";
import {
  type Alias,
  type CustomResourceOptions,
  type ProviderResource,
  Resource,
} from "@pulumi/pulumi/resource";
import { getStackResource } from "@pulumi/pulumi/runtime/stack";
import { naturalKeyOf, type ResourceDefinition } from "../provider/resources/definition";
import type { Props } from "../provider/shared/json";
import type { Adapter } from "./adapter";
import { previewValues } from "./previewValues";
import { namedHooks } from "./resourceHook";
import { stackProvider } from "./stackProvider";

type Options = CustomResourceOptions;
type Aliases = NonNullable<Options["aliases"]>;

export function resourceOptions(
  adapter: Adapter,
  definition: ResourceDefinition,
  name: string,
  args: object,
  opts: Options,
): Options {
  const { name: resourceName } = definition;
  const former = adapter.formerTypeToken?.(resourceName);
  const aliases = former && { aliases: withFormerType(former, opts.aliases) };
  const provider =
    adapter.servedBy === "plugin" ? (providerOf(adapter, opts) ?? stackProvider()) : undefined;
  const hooks = opts.hooks && {
    hooks: namedHooks(adapter.typeToken(resourceName), name, opts.hooks),
  };
  return {
    ...adapter.release,
    ...opts,
    ...orderOfReplacement(definition, args, opts),
    ...aliases,
    ...(provider && { provider }),
    ...hooks,
  };
}

/** With these, the engine replaces an object without asking the provider in which order. */
const replacing = ["replacementTrigger", "replaceWith", "deletedWith"] as const;

/** The service refuses the new object as long as the old one has the same natural key. */
function orderOfReplacement(definition: ResourceDefinition, args: object, opts: Options): Options {
  const hasNaturalKey = naturalKeyOf(definition, previewValues(args ?? {}) as Props) !== undefined;
  const mayBeReplaced = replacing.some((option) => opts[option] !== undefined);
  if (!hasNaturalKey || !mayBeReplaced) return {};
  return { deleteBeforeReplace: opts.deleteBeforeReplace ?? true };
}

/** The provider that the program gives a resource, or one of the components around it. */
export function providerOf(adapter: Adapter, opts: Options): ProviderResource | undefined {
  if (opts.provider) return opts.provider;
  const parent = opts.parent ?? getStackResource();
  return Resource.isInstance(parent) ? parent.getProvider(adapter.typeToken("any")) : undefined;
}

/** A resource that is renamed in the same run was known by its former name with its former type. */
function withFormerType(type: string, aliases: Aliases = []): Aliases {
  const both = aliases.flatMap((alias) =>
    isAlias(alias) && alias.type === undefined ? [{ ...alias, type }] : [],
  );
  return [{ type }, ...aliases, ...both];
}

function isAlias(alias: Aliases[number]): alias is Alias {
  const isDeferred = Output.isInstance(alias) || alias instanceof Promise;
  return typeof alias === "object" && !isDeferred;
}
