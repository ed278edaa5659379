import { openSession, type Session } from "../../provider/lifecycle/session";
import { pluginPackage } from "../../provider/stateContract";
import { type StackReport, stackReport, type UnmanagedReport } from "../reports/drift/report";
import { diagnosticFromError } from "../shared/diagnostic";
import { stderrLogger } from "../shared/log";
import { inParallel } from "../shared/parallel";
import { providerOf, readWithProviders, settingsOf } from "../shared/providerConfiguration";
import { listTargets, readConfiguration, type Target } from "../shared/pulumi";
import { withoutJobSecrets } from "../shared/secretRemover";
import { readStackObjects, type StackObject } from "../shared/stackObjects";
import { resourceOf } from "../shared/state";
import { unlessAborted } from "../shared/stop";
import {
  lacksKind,
  listedKinds,
  objectsOfKind,
  type TenantObject,
  type UnmanagedObject,
  unmanagedObjects,
} from "../shared/tenantObjects";

interface UnmanagedContext {
  /** The folders of the programs. An object is managed if any stack of theirs declares it. */
  folders: string[];
  parallel: number;
  requested: AbortSignal;
  /** Shows a message to the user once, however often it's called with it. */
  note: (message: string) => void;
}

/** What the search found, and why there may be more. */
interface Found<T> {
  found: T[];
  problems: string[];
}

interface SearchedStack {
  report: StackReport;
  /** Without the tenants of earlier stacks. */
  tenants: Session[];
  /** Undefined before the first search, and if the search is incomplete. */
  unmanaged?: UnmanagedReport[] | undefined;
  problems: string[];
}

/**
 * Adds the objects that no stack declares to the reports. If several stacks use a tenant, the first report has
 * its objects. Never throws: what can't be read is a problem of the stack.
 */
export async function addUnmanaged(
  reports: StackReport[],
  context: UnmanagedContext,
): Promise<StackReport[]> {
  const opened = await inParallel(reports, context.parallel, (report) => open(report, context));
  const searched = await search(eachTenantOnce(opened), context);
  // A second search, because an update may have deleted or moved an object between the requests.
  const isClean = searched.every(({ unmanaged = [] }) => unmanaged.length === 0);
  const confirmed = isClean ? searched : await search(searched, context);
  return confirmed.map(reportOf);
}

function reportOf({ report, unmanaged, problems }: SearchedStack): StackReport {
  if (!wasChecked(report)) return report;
  const { result: _, ...checked } = report;
  // Without a token, or after a signal, each kind of object fails for the same reason.
  const added = [...new Set(problems)].map((message) => ({ message }));
  return stackReport({
    ...checked,
    problems: [...checked.problems, ...added],
    ...(unmanaged && { unmanaged }),
  });
}

/** A stack that couldn't be checked at all already has the reason. */
const wasChecked = ({ checked, problems }: StackReport) => checked > 0 || problems.length === 0;

async function open(report: StackReport, context: UnmanagedContext): Promise<SearchedStack> {
  if (!wasChecked(report)) return { report, tenants: [], problems: [] };
  const { found, problems } = await attempt(context, () => tenantsOf(report));
  return { report, tenants: found, problems };
}

/** The result of the work, or the reason if it fails or is stopped. */
async function attempt<T>(
  { requested }: UnmanagedContext,
  work: () => Promise<T[]>,
): Promise<Found<T>> {
  try {
    requested.throwIfAborted();
    return { found: await unlessAborted(requested, work()), problems: [] };
  } catch (error) {
    const { message } = diagnosticFromError(error);
    return { found: [], problems: [`couldn't look for unmanaged objects: ${message}`] };
  }
}

function eachTenantOnce(stacks: SearchedStack[]): SearchedStack[] {
  return stacks.map((stack, index) => {
    const earlier = stacks.slice(0, index).flatMap(({ tenants }) => tenants.map(domainOf));
    const tenants = stack.tenants.filter((tenant) => !earlier.includes(domainOf(tenant)));
    return { ...stack, tenants };
  });
}

const domainOf = ({ api }: Session): string => api.domain;

/** Finds the unmanaged objects, or checks which of an earlier search are still unmanaged. */
async function search(
  stacks: SearchedStack[],
  context: UnmanagedContext,
): Promise<SearchedStack[]> {
  const lists = await inParallel(stacks, context.parallel, async (stack) => ({
    stack,
    ...(await list(stack, context)),
  }));
  // The states are read after the lists, so that they have what an update creates during the check.
  const declared = await attempt(context, () => declaredObjects(context));
  const isComplete = declared.problems.length === 0;
  return lists.map(({ stack, found, problems }) => {
    const { unmanaged: before } = stack;
    const now = isComplete ? unmanagedOf(found, declared.found) : undefined;
    return {
      ...stack,
      unmanaged: now?.filter(({ id }) => !before || before.some((object) => object.id === id)),
      problems: [...stack.problems, ...problems, ...declared.problems],
    };
  });
}

/** Lists each kind of object separately, because a token may lack the permission for one of them. */
async function list(
  { tenants, unmanaged }: SearchedStack,
  context: UnmanagedContext,
): Promise<Found<TenantObject>> {
  const toList = unmanaged?.length === 0 ? [] : tenants;
  const kinds = toList.flatMap((tenant) => listedKinds.map((kind) => ({ tenant, kind })));
  const lists = await inParallel(kinds, 1, ({ tenant, kind }) =>
    attempt(context, () =>
      objectsOfKind(tenant, kind).catch((error: unknown) => noneIfLacking(error, context)),
    ),
  );
  return {
    found: lists.flatMap(({ found }) => found),
    problems: lists.flatMap(({ problems }) => problems),
  };
}

/** A tenant that lacks a kind of object has no unmanaged ones, so the check is complete. The log says so once. */
function noneIfLacking(error: unknown, { note }: UnmanagedContext): TenantObject[] {
  if (!lacksKind(error)) throw error;
  note(`Not searched for unmanaged objects: ${error.message.replaceAll("\n", " ")}`);
  return [];
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

/** The objects in the states of all stacks, including those that a program only reads. */
async function declaredObjects({ folders, parallel }: UnmanagedContext) {
  const stacks = await inParallel(folders, parallel, (folder) => listTargets(folder, true));
  const states = await inParallel(stacks.flat(), parallel, readStackObjects);
  return states.flat();
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
