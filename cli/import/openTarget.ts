import { settingText } from "../../provider/config/pasted";
import {
  type ProgramConfiguration,
  programConfiguration,
} from "../../provider/config/pluginConfiguration";
import { openSession, type Session } from "../../provider/lifecycle/session";
import { configVariables } from "../../provider/schema/packageSchema";
import { configurationNamespaceKey, pluginPackage } from "../../provider/stateStrings";
import { stderrLogger } from "../shared/log";
import { inParallel } from "../shared/parallel";
import { type Project, readProject } from "../shared/project";
import {
  type StackConfiguration,
  settingsOf,
  stackSettings,
} from "../shared/providerConfiguration";
import { checkPulumi, findStack, readConfiguration, type Target } from "../shared/pulumi";
import { readStackObjects, type StackObject } from "../shared/stackObjects";
import { parallelExports, readOtherProjects } from "./otherProjects";

/** The stack that gets the objects, and what its project manages already. */
export interface ImportTarget {
  /** The version of the Pulumi CLI. */
  pulumi: string;
  project: Project;
  stack: Target;
  configuration: StackConfiguration;
  /** The objects that the stacks of the project manage. */
  inStacks: StackObject[];
  /** The objects that their programs only read. */
  readByPrograms: StackObject[];
  /** The objects that the stacks of other projects in the same backend manage. */
  inOtherProjects: StackObject[];
  /** The stacks of other projects that can't be read. */
  unreadStacks: string[];
}

export async function openTarget(
  folder: string,
  stackName: string | undefined,
): Promise<ImportTarget> {
  const pulumi = await checkPulumi();
  const project = await readProject(folder);
  const { target: stack, stacks } = await findStack(folder, project.name, stackName);
  const [configuration, states, others] = await Promise.all([
    readConfiguration(stack),
    inParallel(stacks, parallelExports, (name) => readStackObjects({ folder, name })),
    readOtherProjects(folder, project.name),
  ]);
  const objects = states.flat();
  const inStacks = objects.filter(({ isRead }) => !isRead);
  const readByPrograms = objects.filter(({ isRead }) => isRead);
  const { objects: inOtherProjects, unreadStacks } = others;
  const managed = { inStacks, readByPrograms, inOtherProjects, unreadStacks };
  return { pulumi, project, stack, configuration, ...managed };
}

/** The tenant that the provider would use for this stack, with its credentials. */
export async function openTenant(target: ImportTarget, isPlugin: boolean): Promise<Session> {
  const shared = isPlugin ? sharedConfiguration(target) : undefined;
  const inputs = shared ? { [configurationNamespaceKey]: shared.namespace } : {};
  const provider = { urn: "", inputs, isPlugin };
  return openSession(await settingsOf(provider, async () => target.configuration), stderrLogger);
}

/**
 * The configuration of the plugin if a part of it is `auth0:*`. Only a program in TypeScript passes these
 * keys to the plugin, and an import runs no program.
 */
function sharedConfiguration({
  project,
  configuration,
}: ImportTarget): ProgramConfiguration | undefined {
  const program = programConfiguration(stackSettings(configuration));
  return project.runtime === "nodejs" && program.isShared ? program : undefined;
}

/**
 * Whether the plugin serves the program, which it does in every language but TypeScript. There, Pulumi.yaml
 * says it, or else the objects of the stack.
 */
export function usesPlugin({ project, stack, inStacks }: ImportTarget): boolean {
  if (project.runtime !== "nodejs") return true;
  if (project.providerPlugins.includes(pluginPackage)) return true;
  const inStack = inStacks.filter((object) => object.stack === stack.name && !object.isOfficial);
  return inStack.length > 0 && inStack.every(({ servedByPlugin }) => servedByPlugin);
}

/** An environment variable that gives the plugin a setting of the stack. */
export interface PluginVariable {
  name: string;
  /** Empty if the setting has no value. The plugin treats an empty variable as not set. */
  value: string;
  /** The key of the stack's configuration that has this value, such as `auth0:clientSecret`. */
  configKey?: string;
  secret: boolean;
}

/**
 * A tenant's settings, for an import that has no other source of them. Empty variables override those of this
 * process, because the plugin would use another tenant's token before a client id.
 */
export function pluginVariables(
  target: ImportTarget,
  { api: { settings } }: Session,
): PluginVariable[] {
  const shared = sharedConfiguration(target);
  if (!shared) return [];
  const { origin, formerDomain, audience, correlationIdPrefix, unknownValues } = settings;
  const { credentials, limits } = settings;
  const { timeoutMs, ...numbers } = limits;
  const resolved: Record<string, string | number | undefined> = {
    domain: shared.source.get("auth0:domain") ?? origin,
    formerDomain,
    audience,
    correlationIdPrefix,
    unknownValues,
    ...credentials,
    ...numbers,
    timeout: timeoutMs / 1000,
  };
  return Object.entries(configVariables).map(([variable, { defaultInfo, secret = false }]) => {
    const configKey = shared.keyOf(`auth0:${variable}`);
    const configured = target.configuration[configKey];
    const value = String(resolved[variable] ?? "");
    return {
      name: defaultInfo.environment[0] ?? "",
      value,
      ...(settingText(variable, configured?.value) === settingText(variable, value) &&
        value !== "" && { configKey }),
      secret: secret || configured?.secret === true,
    };
  });
}
