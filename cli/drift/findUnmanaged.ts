import { openSession, type Session } from "../../provider/lifecycle/session";
import { pluginPackage } from "../../provider/stateStrings";
import { type StackReport, stackReport, type UnmanagedReport } from "../reports/drift/report";
import { diagnosticFromError } from "../shared/diagnostic";
import { stderrLogger } from "../shared/log";
import { inParallel } from "../shared/parallel";
import { providerOf, readWithProviders, settingsOf } from "../shared/providerConfiguration";
import { listTargets, readConfiguration, type Target } from "../shared/pulumi";
import { withoutJobSecrets } from "../shared/secretRemover";
import { managedObjects, readStackObjects, type StackObject } from "../shared/stackObjects";
import { resourceOf } from "../shared/state";
import { unlessAborted } from "../shared/stop";
import {
  lacksKind,
  listedKinds,
  objectsOfKinds,
  type TenantObject,
  type UnmanagedObject,
  unmanagedObjects,
} from "../shared/tenantObjects";
import { withOwners } from "./owners";

interface UnmanagedContext {
  /** The folders of the programs. An object is managed if any stack of theirs declares it. */
  folders: string[];
  parallel: number;
  requested: AbortSignal;
  /** Shows a message to the user once, however often it's called with it. */
  note: (message: string) => void;
}

interface SearchedStack {
  report: StackReport;
  /** Without the tenants of earlier stacks. */
  tenants: Session[];
  /** Why the search is incomplete. Without a token, or after a signal, each kind of object fails for the same reason. */
  problems: Set<string>;
}

/**
 * Adds to the reports the objects that no stack declares, and those that several resources manage. If
 * several stacks use a tenant, the first report has its objects. Never throws: what can't be read is a
 * problem of the stack.
 */
export async function addUnmanaged(
  reports: StackReport[],
  context: UnmanagedContext,
): Promise<StackReport[]> {
  const stacks = await inParallel(reports, context.parallel, (report) => open(report, context));
  leaveOutRepeatedTenants(stacks);
  const lists = await inParallel(stacks, context.parallel, (stack) => list(stack, context));
  // The states are read after the lists, so that they have what an update creates during the check.
  const declared = await attempt(stacks, context, () => declaredObjects(context));
  const objects = declared?.flatMap((stack) => stack.objects);
  const found = stacks.map((stack, index) =>
    reportOf(stack, objects && unmanagedOf(lists[index] ?? [], objects)),
  );
  const managing = declared?.map(({ objects, ...stack }) => {
    return { ...stack, managed: managedObjects(objects) };
  });
  return withOwners(found, managing);
}

function reportOf(
  { report, problems }: SearchedStack,
  unmanaged: UnmanagedReport[] | undefined,
): StackReport {
  if (!wasChecked(report)) return report;
  const { result: _, ...checked } = report;
  const added = [...problems].map((message) => ({ message }));
  return stackReport({
    ...checked,
    problems: [...checked.problems, ...added],
    ...(unmanaged && { unmanaged }),
  });
}

/** A stack that couldn't be checked at all already has the reason. */
const wasChecked = ({ checked, problems }: StackReport) => checked > 0 || problems.length === 0;

async function open(report: StackReport, context: UnmanagedContext): Promise<SearchedStack> {
  const stack: SearchedStack = { report, tenants: [], problems: new Set() };
  if (!wasChecked(report)) return stack;
  return { ...stack, tenants: (await attempt([stack], context, () => tenantsOf(report))) ?? [] };
}

/** The result of the work for some stacks. If it fails or is stopped, they get the reason. */
async function attempt<T>(
  stacks: SearchedStack[],
  { requested }: UnmanagedContext,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    requested.throwIfAborted();
    return await unlessAborted(requested, work());
  } catch (error) {
    for (const stack of stacks) addProblem(stack, error);
    return undefined;
  }
}

function addProblem({ problems }: SearchedStack, error: unknown): void {
  problems.add(`couldn't look for unmanaged objects: ${diagnosticFromError(error).message}`);
}

function leaveOutRepeatedTenants(stacks: SearchedStack[]): void {
  const known = new Set<string>();
  for (const stack of stacks) {
    stack.tenants = stack.tenants.filter((tenant) => !known.has(domainOf(tenant)));
    for (const tenant of stack.tenants) known.add(domainOf(tenant));
  }
}

const domainOf = ({ api }: Session): string => api.domain;

/** Lists every kind of object that can be listed, because a token may lack the permission for one of them. */
async function list(stack: SearchedStack, context: UnmanagedContext): Promise<TenantObject[]> {
  const onFailure = (error: unknown) => {
    if (!lacksKind(error)) addProblem(stack, error);
    // A tenant that lacks a kind of object has no unmanaged ones, so the check is complete.
    else context.note(`Skipped a kind of object: ${error.message.replaceAll("\n", " ")}`);
  };
  const lists = await attempt([stack], context, () =>
    inParallel(stack.tenants, 1, (tenant) => objectsOfKinds(tenant, listedKinds, onFailure)),
  );
  return lists?.flat() ?? [];
}

/** The tenants of a stack's objects, or the tenant of its configuration if it has no objects. */
async function tenantsOf(stack: Target): Promise<Session[]> {
  const resources = await readWithProviders(stack);
  const values = await readConfiguration(stack);
  const configuration = async () => values;
  const own = resources.filter(({ type }) => resourceOf(type) !== undefined);
  const settings = own.map((resource) => {
    const kind = resourceOf(resource.type)?.definition.name;
    return settingsOf(providerOf(resource, resources), configuration, kind, resource.outputs);
  });
  if (own.length === 0) {
    const isPlugin = Object.keys(values).some((key) => key.startsWith(`${pluginPackage}:`));
    settings.push(settingsOf({ urn: "", inputs: {}, isPlugin }, configuration));
  }
  const sessions = (await Promise.all(settings)).map((one) => openSession(one, stderrLogger));
  return [...new Map(sessions.map((session) => [domainOf(session), session])).values()];
}

/** All stacks with the objects in their states, including those that a program only reads. */
async function declaredObjects({ folders, parallel }: UnmanagedContext) {
  const stacks = await inParallel(folders, parallel, (folder) => listTargets(folder, true));
  return inParallel(stacks.flat(), parallel, async (target) => {
    return { ...target, objects: await readStackObjects(target) };
  });
}

function unmanagedOf(objects: TenantObject[], inStacks: StackObject[]): UnmanagedReport[] {
  const unmanaged = unmanagedObjects(objects, inStacks).map((object): UnmanagedReport => {
    const { kind, id, label, createdAt, outs, couldBe } = object;
    return {
      kind,
      name: label,
      id,
      tenant: String(outs.tenant),
      ...(createdAt !== "" && { createdAt }),
      ...(couldBe.length > 0 && { note: couldBe.map(twinNote).join("\n") }),
    };
  });
  return withoutJobSecrets(unmanaged, process.env);
}

const twinNote = ({ stack, name, id }: UnmanagedObject["couldBe"][number]): string =>
  `"${name}" in the stack ${stack} matches this object, but has the ID ${id}. One of the two may be a duplicate, left by a create whose response was lost.`;
