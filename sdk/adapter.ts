import type { ResourceOptions } from "@pulumi/pulumi/resource";
import { pluginDownloadURL } from "../provider/shared/command";
import {
  dynamicPackage,
  pluginPackage,
  pluginTypeToken,
  typeToken,
} from "../provider/stateContract";
import { version } from "../schema.json";
import { sharedByCopies } from "./copies";
import { programError } from "./programError";

/** What serves the resources of this program, and how the engine knows them then. */
export interface Adapter {
  servedBy: "dynamic provider" | "plugin";
  /** The engine's package of the resources and of their Providers. */
  package: string;
  typeToken(resourceName: string): string;
  /** The type of the same resource in a state from before the program moved to this import path. */
  formerTypeToken?(resourceName: string): string;
  /** Options with which the engine finds the plugin, unless Pulumi.yaml or PATH has it. */
  release?: Pick<ResourceOptions, "version" | "pluginDownloadURL">;
}

const dynamic: Adapter = { servedBy: "dynamic provider", package: dynamicPackage, typeToken };

const plugin: Adapter = {
  servedBy: "plugin",
  package: pluginPackage,
  typeToken: pluginTypeToken,
  formerTypeToken: typeToken,
  // Without them, it would ask Pulumi's own organization, where anybody could publish under this name.
  release: { version, pluginDownloadURL },
};

/** The import paths that choose an adapter. A program that imports neither uses `dynamic`. */
const adapters = {
  "pulumi-auth0-native/plugin": plugin,
  "pulumi-auth0-native/dynamic": { ...dynamic, formerTypeToken: pluginTypeToken },
} satisfies Record<string, Adapter>;

export type AdapterPath = keyof typeof adapters;

interface Choice {
  chosenPath: AdapterPath | undefined;
  isUsed: boolean;
}

const program = sharedByCopies<Choice>("adapter", { chosenPath: undefined, isUsed: false });

/**
 * Sets the adapter for the whole program, libraries that import `pulumi-auth0-native` included. The
 * module behind an import path calls this when it is loaded.
 */
export function chooseAdapter(path: AdapterPath): void {
  if (path === program.chosenPath) return;
  if (program.chosenPath !== undefined) {
    throw programError(
      `This program imports both ${program.chosenPath} and ${path}. Import only one of them. ` +
        "Import pulumi-auth0-native in libraries, which then use the form that the program chose.",
    );
  }
  // The resources before would stay with the other adapter.
  if (program.isUsed) {
    throw programError(
      `This program imports ${path} after it used a resource or a Provider. ` +
        "Import it in the first line of the program.",
    );
  }
  program.chosenPath = path;
}

/** Whether a value is a resource of the engine's type, also if another copy of this package has made it. */
export function isOfType(value: unknown, type: string): boolean {
  return (value as { __pulumiType?: unknown } | null | undefined)?.__pulumiType === type;
}

/** From the first call on, no path can be chosen any more. */
export function currentAdapter(): Adapter {
  program.isUsed = true;
  return program.chosenPath ? adapters[program.chosenPath] : dynamic;
}

/** For tests. */
export function resetAdapter(): void {
  program.chosenPath = undefined;
  program.isUsed = false;
}
