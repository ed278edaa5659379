import type { PulumiCommand } from "@pulumi/pulumi/automation";
import { settingsFrom } from "../../provider/config/settings";
import { openSession, type Session } from "../../provider/lifecycle/session";
import { configurationNamespaceKey, pluginPackage } from "../../provider/stateContract";
import { stderrLogger } from "../shared/logger";
import { inParallel } from "../shared/parallel";
import { type Project, readProject } from "../shared/project";
import {
  configurationOf,
  forUser,
  type StackConfiguration,
  type StackProvider,
} from "../shared/providerConfiguration";
import {
  exportStack,
  findStack,
  pulumiCommand,
  readConfiguration,
  type Target,
} from "../shared/pulumi";
import type { Language } from "./languages";
import { type StackObject, stackObjects } from "./stackObjects";

/** Exports at the same time; each starts a process of the CLI. */
const parallelExports = 4;

/** The stack that gets the objects, and what its project manages already. */
export interface ImportTarget {
  pulumi: PulumiCommand;
  project: Project;
  target: Target;
  configuration: StackConfiguration;
  /** The objects in the states of all stacks of the project. */
  inStacks: StackObject[];
}

export async function openTarget(folder: string, stack: string | undefined): Promise<ImportTarget> {
  const pulumi = await pulumiCommand();
  const project = await readProject(folder);
  const { target, stacks } = await findStack(pulumi, folder, stack);
  const [configuration, inStacks] = await Promise.all([
    readConfiguration(pulumi, target),
    inParallel(stacks, parallelExports, async (name) =>
      stackObjects(name, await exportStack(pulumi, { folder, name })),
    ),
  ]);
  return { pulumi, project, target, configuration, inStacks: inStacks.flat() };
}

/** The tenant that the provider would use for this stack, with its credentials. */
export async function openTenant(target: ImportTarget, language: Language): Promise<Session> {
  const provider = providerFor(target, language);
  const lookup = await configurationOf(provider, async () => target.configuration);
  try {
    return openSession(settingsFrom(lookup, process.env), stderrLogger);
  } catch (error) {
    throw new Error(forUser(provider, (error as Error).message));
  }
}

/** The provider of resources for which a program names none. */
function providerFor({ configuration }: ImportTarget, language: Language): StackProvider {
  const { servedByPlugin: isPlugin, sharesConfiguration } = language;
  const isConfigured = (namespace: string) =>
    Object.keys(configuration).some((key) => key.startsWith(`${namespace}:`));
  const isShared = sharesConfiguration && !isConfigured(pluginPackage) && isConfigured("auth0");
  const inputs = isShared ? { [configurationNamespaceKey]: "auth0" } : {};
  return { urn: "", inputs, isPlugin };
}
