import { openSession, type Session } from "../../provider/lifecycle/session";
import { pluginPackage } from "../../provider/stateContract";
import { type StackReport, stackReport, type UnmanagedReport } from "../reports/drift/report";
import { stackLabel } from "../reports/drift/summary";
import { diagnosticFromError } from "../shared/diagnostic";
import { stderrLogger } from "../shared/log";
import { inParallel } from "../shared/parallel";
import { providerOf, readWithProviders, settingsOf } from "../shared/providerConfiguration";
import { listTargets, readConfiguration, readState, type Target } from "../shared/pulumi";
import { withoutJobSecrets } from "../shared/secretRemover";
import { type StackObject, stackObjects } from "../shared/stackObjects";
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

/** What was found, and why there may be more. */
interface Found<T> {
  found: T[];
  problems: string[];
}

interface OpenedStack extends Pick<Found<unknown>, "problems"> {
  report: StackReport;
  tenants: Session[];
}

/** The unmanaged objects of one stack's tenants. They are undefined if a state couldn't be read. */
interface Search extends Pick<Found<unknown>, "problems"> {
  unmanaged: UnmanagedReport[] | undefined;
}

/**
 * Adds to the reports the objects that no stack declares, and those that several resources manage. If several stacks
 * use a tenant, the first report has its objects. Never throws: what can't be read is a problem of the stack.
 */
export async function addUnmanaged(
  reports: StackReport[],
  context: UnmanagedContext,
): Promise<StackReport[]> {
  const opened = await inParallel(reports, context.parallel, (report) => open(report, context));
  const tenants = eachTenantOnce(opened);
  const first = await search(tenants, context);
  // A second search, because an update may have deleted or moved an object between the requests.
  const again = tenants.map((some, index) => (first.stacks[index]?.unmanaged?.length ? some : []));
  const second = again.some((some) => some.length > 0) ? await search(again, context) : first;
  const found = opened.map((stack, index) =>
    reportOf(stack, first.stacks[index], second.stacks[index]),
  );
  return withOwners(found, second.declared);
}

/** Adds what both searches found. */
function reportOf({ report, problems }: OpenedStack, first?: Search, second?: Search): StackReport {
  if (!wasChecked(report)) return report;
  const { result: _, ...checked } = report;
  const ids = new Set(first?.unmanaged?.map(({ id }) => id));
  const unmanaged = second?.unmanaged?.filter(({ id }) => ids.has(id));
  const all = [...problems, ...(first?.problems ?? []), ...(second?.problems ?? [])];
  // Without a token, or after a signal, each kind of object fails for the same reason.
  const added = [...new Set(all)].map((message) => ({ message }));
  return stackReport({
    ...checked,
    problems: [...checked.problems, ...added],
    ...(unmanaged && { unmanaged }),
  });
}

/** A stack that couldn't be checked at all already has the reason. */
const wasChecked = ({ checked, problems }: StackReport) => checked > 0 || problems.length === 0;

async function open(report: StackReport, context: UnmanagedContext): Promise<OpenedStack> {
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
    return { found: [], problems: [problemOf(error)] };
  }
}

const problemOf = (error: unknown): string =>
  `couldn't look for unmanaged objects: ${diagnosticFromError(error).message}`;

/** The tenants of each stack, without those of earlier stacks. */
function eachTenantOnce(stacks: OpenedStack[]): Session[][] {
  return stacks.map(({ tenants }, index) => {
    const earlier = stacks.slice(0, index).flatMap((stack) => stack.tenants.map(domainOf));
    return tenants.filter((tenant) => !earlier.includes(domainOf(tenant)));
  });
}

const domainOf = ({ api }: Session): string => api.domain;

/** Finds the objects of each stack's tenants that no stack declares. */
async function search(tenants: Session[][], context: UnmanagedContext) {
  const lists = await inParallel(tenants, context.parallel, (some) => list(some, context));
  // The states are read after the lists, so that they have what an update creates during the check.
  const declared = await attempt(context, () => declaredObjects(context));
  const isComplete = declared.problems.length === 0;
  const stacks = lists.map(
    ({ found, problems }): Search => ({
      unmanaged: isComplete ? unmanagedOf(found, declared.found) : undefined,
      problems: [...problems, ...declared.problems],
    }),
  );
  return { stacks, declared: declared.found };
}

/** Lists every kind of object that can be listed, because a token may lack the permission for one of them. */
async function list(tenants: Session[], context: UnmanagedContext): Promise<Found<TenantObject>> {
  const problems: string[] = [];
  const onFailure = (error: unknown) => {
    if (!lacksKind(error)) problems.push(problemOf(error));
    // A tenant that lacks a kind of object has no unmanaged ones, so the check is complete.
    else {
      context.note(`Not searched for unmanaged objects: ${error.message.replaceAll("\n", " ")}`);
    }
  };
  const listed = await attempt(context, () =>
    inParallel(tenants, 1, (tenant) => objectsOfKinds(tenant, listedKinds, onFailure)),
  );
  return { found: listed.found.flat(), problems: [...problems, ...listed.problems] };
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
  const states = await inParallel(stacks.flat(), parallel, async (target) =>
    stackObjects(stackLabel(target), await readState(target)),
  );
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
  `"${name}" in the stack ${stack} has the same key and the id ${id}. One of the two may be a duplicate, left by a create whose response was lost.`;
