import { openSession, type Session } from "../../provider/lifecycle/session";
import { pluginPackage } from "../../provider/stateContract";
import { type Diagnostic, diagnosticFromError } from "../shared/diagnostic";
import { type StackReport, stackReport, type UnmanagedReport } from "../shared/driftReport/report";
import { stderrLogger } from "../shared/log";
import { inParallel } from "../shared/parallel";
import { providerOf, settingsOf } from "../shared/providerConfiguration";
import { listTargets, readConfiguration, readState, type Target } from "../shared/pulumi";
import type { PulumiCommand } from "../shared/runPulumi";
import { withoutJobSecrets } from "../shared/secretRemover";
import { type StackObject, stackObjects } from "../shared/stackObjects";
import { resourceOf } from "../shared/state";
import { unlessAborted } from "../shared/stop";
import { listedKinds, objectsOfKind, type TenantObject } from "../shared/tenantObjects";
import { type UnmanagedObject, unmanagedObjects } from "../shared/unmanaged";

export interface UnmanagedContext {
  pulumi: PulumiCommand;
  /** The folders of the programs whose stacks declare objects: all their stacks count. */
  folders: string[];
  /** Stacks to read at the same time. */
  parallel: number;
  requested: AbortSignal;
}

/** What is found at the tenants of a checked stack. */
interface StackTenants {
  report: StackReport;
  /** Without those of an earlier stack. */
  tenants: Session[];
  /** Undefined where it cannot be determined. */
  unmanaged?: UnmanagedReport[] | undefined;
  problems: Diagnostic[];
}

/**
 * Adds the objects that no stack declares to the reports. Those of a tenant that several stacks use are
 * in the report of the first. Never throws: what could not be read is a problem of the stack.
 */
export async function addUnmanaged(
  reports: StackReport[],
  context: UnmanagedContext,
): Promise<StackReport[]> {
  const searched = await inParallel(reports, context.parallel, (report) => open(report, context));
  const domains = new Set<string>();
  const isFirst = ({ api: { domain } }: Session) => !domains.has(domain) && domains.add(domain);
  for (const one of searched) one.tenants = one.tenants.filter(isFirst);
  await search(searched, context);
  // Once more, since an update may have deleted or moved an object between the requests.
  await search(
    searched.filter(({ unmanaged = [] }) => unmanaged.length > 0),
    context,
  );
  return searched.map(({ report, unmanaged, problems }) => {
    if (!wasChecked(report)) return report;
    const { result: _, ...found } = report;
    return stackReport({
      ...found,
      problems: [...found.problems, ...problems],
      ...(unmanaged && { unmanaged }),
    });
  });
}

/** Finds the unmanaged objects: of those that an earlier search found, what is still unmanaged. */
async function search(searched: StackTenants[], context: UnmanagedContext): Promise<void> {
  if (searched.length === 0) return;
  const lists = await inParallel(searched, context.parallel, (one) => list(one, context));
  // After the lists: what a deployment creates during the check is in its state then.
  const failures: Diagnostic[] = [];
  const inStacks = await attempt(failures, context, () => declaredObjects(context));
  for (const [index, one] of searched.entries()) {
    const { unmanaged: before, problems } = one;
    if (problems.length === 0) problems.push(...failures);
    const now = inStacks && unmanagedOf(lists[index] ?? [], inStacks);
    one.unmanaged = now?.filter(({ id }) => !before || before.some((object) => object.id === id));
  }
}

/** A stack that could not be checked at all says why already. */
const wasChecked = ({ checked, problems }: StackReport) => checked > 0 || problems.length === 0;

/** The result of the work; undefined, and one more problem, if it fails or is stopped. */
async function attempt<T>(
  problems: Diagnostic[],
  { requested }: UnmanagedContext,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    requested.throwIfAborted();
    return await unlessAborted(requested, work());
  } catch (error) {
    const message = `unmanaged objects could not be determined: ${diagnosticFromError(error).message}`;
    // Each kind of object fails alike where there is no token, or after a signal.
    if (!problems.some((one) => one.message === message)) problems.push({ message });
    return undefined;
  }
}

async function open(report: StackReport, context: UnmanagedContext): Promise<StackTenants> {
  const problems: Diagnostic[] = [];
  const tenants = wasChecked(report)
    ? await attempt(problems, context, () => tenantsOf(context.pulumi, report))
    : [];
  return { report, tenants: tenants ?? [], problems };
}

/** The tenants of a stack's objects; without an object, that of its configuration. */
async function tenantsOf(pulumi: PulumiCommand, stack: Target): Promise<Session[]> {
  const { resources } = await readState(pulumi, stack);
  const values = await readConfiguration(pulumi, stack);
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
  return [...new Set(sessions)];
}

/** Lists each kind of object on its own: a token may lack the permission for one of them. */
async function list(
  { tenants, problems }: StackTenants,
  context: UnmanagedContext,
): Promise<TenantObject[]> {
  const objects: TenantObject[] = [];
  for (const tenant of tenants) {
    for (const kind of listedKinds) {
      await attempt(problems, context, async () => {
        for await (const page of objectsOfKind(tenant, kind)) objects.push(...page);
      });
    }
  }
  return objects;
}

/** The objects in the states of all stacks, also those that a program only reads. */
async function declaredObjects({ pulumi, folders, parallel }: UnmanagedContext) {
  const stacks = await inParallel(folders, parallel, (folder) => listTargets(pulumi, folder, true));
  const states = await inParallel(stacks.flat(), parallel, async (stack) =>
    stackObjects(stack.name, await readState(pulumi, stack)),
  );
  return states.flat();
}

function unmanagedOf(objects: TenantObject[], inStacks: StackObject[]): UnmanagedReport[] {
  const declared = new Set(inStacks.map(({ id }) => id));
  const undeclared = objects.filter(({ id }) => !declared.has(id));
  const tenants = new Map(undeclared.map(({ id, outs }) => [id, String(outs.tenant)]));
  const unmanaged = unmanagedObjects(undeclared, inStacks).map((object) =>
    unmanagedReport(object, tenants.get(object.id) ?? ""),
  );
  return withoutJobSecrets(unmanaged, process.env);
}

const unmanagedReport = (
  { kind, id, label, createdAt, couldBe }: UnmanagedObject,
  tenant: string,
): UnmanagedReport => ({
  kind,
  name: label,
  id,
  tenant,
  ...(createdAt !== "" && { createdAt }),
  ...(couldBe.length > 0 && { note: couldBe.map(twinNote).join("\n") }),
});

const twinNote = ({ stack, name, id }: UnmanagedObject["couldBe"][number]): string =>
  `"${name}" in the stack ${stack} has the same key and the id ${id}: one of the two may be left from a create whose response was lost`;
