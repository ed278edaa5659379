import { Output } from "@pulumi/pulumi/output";
import {
  type Alias,
  type CustomResourceOptions,
  type ProviderResource,
  Resource,
} from "@pulumi/pulumi/resource";
import { getStackResource } from "@pulumi/pulumi/runtime/stack";
import type { Adapter } from "./adapter";
import { namedHooks } from "./resourceHook";
import { stackProvider } from "./stackProvider";

type Options = CustomResourceOptions;
type Aliases = NonNullable<Options["aliases"]>;

/** The program's options, and what the adapter adds to them. */
export function resourceOptions(
  adapter: Adapter,
  resourceName: string,
  name: string,
  opts: Options,
): Options {
  const former = adapter.formerTypeToken?.(resourceName);
  const aliases = former && { aliases: withFormerType(former, opts.aliases) };
  const provider =
    adapter.servedBy === "plugin" ? (providerOf(adapter, opts) ?? stackProvider()) : undefined;
  const hooks = opts.hooks && {
    hooks: namedHooks(adapter.typeToken(resourceName), name, opts.hooks),
  };
  return { ...opts, ...aliases, ...(provider && { provider }), ...hooks };
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
