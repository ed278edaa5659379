import { preferOldState, secretsInConfiguration } from "./findSecrets";
import type { Language } from "./languages";
import { makePlan } from "./makePlan";
import { forgetCommands } from "./official/forgetCommands";
import type { OfficialState } from "./official/officialState";
import type { ImportTarget } from "./openTarget";
import type { ImportPlan } from "./plan";
import { type Selection, select } from "./select";
import { selectTakeover, takeOver } from "./takeover";
import type { TenantObject } from "./tenant";

type PlanOptions = Selection & { kind?: string[]; as?: string };

/** What a plan is made of, beside the user's options. */
export interface PlanSources {
  target: ImportTarget;
  /** The tenant's domain. */
  tenant: string;
  language: Language;
  /** The objects of the tenant. */
  objects: TenantObject[];
  /** The state of another tool, if the user names one. */
  official: OfficialState | undefined;
}

/** Decides what an import does, from what a user asks for and what was found. */
export function planImport(options: PlanOptions, sources: PlanSources): ImportPlan {
  const { target, tenant, language, objects } = sources;
  const { project, inStacks, readByPrograms } = target;
  const official = language.servedByPlugin ? withoutPush(sources.official) : sources.official;
  const takeover = official && takeOver(official, objects, inStacks, tenant);
  const selected = takeover
    ? selectTakeover(takeover, options)
    : { objects: select(objects, inStacks, options), skipped: [] };
  const inConfiguration = secretsInConfiguration(target);
  const plan = makePlan({
    tenant,
    stack: target.stack.name,
    project: project.name,
    // Names of another tool's program count, and not those of other objects in the tenant.
    objects: takeover?.objects ?? objects,
    selected: selected.objects,
    skipped: selected.skipped,
    ignored: official?.ignored ?? [],
    // Pulumi takes a resource that a program reads under the same name for the imported one.
    inStacks: [...inStacks, ...readByPrograms],
    givenNames: givenNames(options),
    findSecret: takeover ? preferOldState(takeover.findSecret, inConfiguration) : inConfiguration,
  });
  const taken = [...plan.objects.map(({ id }) => id), ...(takeover?.heldIds ?? [])];
  return { ...plan, forget: official ? forgetCommands(official, taken) : [] };
}

/** `pulumi import` reads each object through the plugin, and these cannot be read. */
function withoutPush(state: OfficialState | undefined): OfficialState | undefined {
  if (state?.pushCredentials === undefined) return state;
  const { pushCredentials, ...others } = state;
  const { kind, address, attribute } = pushCredentials;
  const reason = `${attribute} cannot be imported through the plugin: declare a ${kind} in the program, and set its secret in the configuration`;
  return { ...others, ignored: [...state.ignored, { address, reason }] };
}

const givenNames = ({ id: [id] = [], as: name }: PlanOptions) =>
  new Map(id !== undefined && name !== undefined ? [[id, name]] : []);
