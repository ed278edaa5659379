import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openSession, type Session } from "../../../provider/lifecycle/session";
import { placeholderPaths, secretPlaceholder } from "../../../provider/schema/placeholder";
import { type Props, withValueAt } from "../../../provider/shared/json";
import { shellWord } from "../../../provider/shared/shellWord";
import { withTemporaryFolder, writeToStream } from "../../shared/files";
import { logLine, stderrLogger } from "../../shared/log";
import { settingsOf } from "../../shared/providerConfiguration";
import { assertVersion, filledImports, readState, type Target } from "../../shared/pulumi";
import { type RunOptions, runPulumi } from "../../shared/runPulumi";
import { stackOptions } from "../../shared/shellCommands";
import { type StopSignals, unlessAborted } from "../../shared/stop";
import { objectsOfKinds, type TenantObject } from "../../shared/tenantObjects";
import { alignColumns, countOf, displayName } from "../../shared/text";
import { onLine } from "../importIntoState";
import { type ImportTarget, openTarget } from "../openTarget";
import type { ImportOptions } from "../options";
import { withoutManaged } from "../otherProjects";
import { dynamicState, type ImportedState } from "../render/importFile";
import { withCredentials } from "./credentials";
import { FrameEntries, type FrameEntry, type ImportFrame, isObjectEntry } from "./frame";
import { type Found, findById, findByKey, type LeftOut, type ObjectsOf, type Pair } from "./pairs";
import { type DeclaredResource, previewProgram } from "./previewProgram";

/**
 * Imports the objects that a program declares and that no stack manages, under the program's names, parents
 * and Providers, or lists them. Sends only reads to the tenant. Returns the exit code: 0, or 2 if an object
 * that a resource needs was left out.
 */
export async function importDeclared(options: ImportOptions, stop: StopSignals): Promise<number> {
  const { requested } = stop;
  const target = await unlessAborted(requested, openTarget(options.cwd, options.stack));
  assertVersion(target.pulumi, filledImports);
  const { resources, frame } = await previewProgram(target.stack, stop);
  const entries = new FrameEntries(frame);
  const isReplacing = ({ replaces }: DeclaredResource) => replaces !== undefined;
  const created = resources.filter((one) => !isReplacing(one));
  const objectsOf = objectsIn(target);
  const finding = withCredentials(created, target).then(async (declared) => {
    const found = await find(options, declared.resources, objectsOf);
    const replacing = await newOfReplacements(resources.filter(isReplacing), target, objectsOf);
    return { ...found, leftOut: [...declared.leftOut, ...found.leftOut, ...replacing] };
  });
  const found = await unlessAborted(requested, finding);
  const usable = withoutUnimportable(withoutManaged(found, target, options.force), entries);
  const { pairs, leftOut } = usable;
  if (options.run && pairs.length > 0) {
    await importPairs(target.stack, pairs, entries, requested);
  }
  const lines = report(usable, target.stack, options.run).map(logLine);
  await writeToStream(process.stdout, `${lines.join("\n")}\n`);
  return leftOut.every(({ isNew }) => isNew) ? 0 : 2;
}

const find = (
  { as: name, id: [id] = [] }: ImportOptions,
  resources: DeclaredResource[],
  objectsOf: ObjectsOf,
): Promise<Found> =>
  name === undefined || id === undefined
    ? findByKey(resources, objectsOf)
    : findById(resources, { name, id }, objectsOf);

/** The objects of each tenant and kind are listed once, however many resources and Providers need them. */
function objectsIn({ configuration }: ImportTarget): ObjectsOf {
  const sessions = new Map<string, Promise<Session>>();
  const lists = new Map<string, Promise<TenantObject[]>>();
  return async ({ provider, definition }) => {
    const settings = () => settingsOf(provider, async () => configuration, definition.name);
    const opening =
      sessions.get(provider.urn) ?? settings().then((one) => openSession(one, stderrLogger));
    sessions.set(provider.urn, opening);
    const session = await opening;
    const tenant = session.api.domain;
    const key = `${tenant} ${definition.name}`;
    const list = lists.get(key) ?? objectsOfKinds(session, [definition]);
    lists.set(key, list);
    return { tenant, objects: await list };
  };
}

/**
 * The objects that no stack manages and that have the keys of replacing resources. An update that was killed can
 * have created them. The state has the old objects under the same URNs, so that these can't be imported.
 */
async function newOfReplacements(
  replacing: DeclaredResource[],
  target: ImportTarget,
  objectsOf: ObjectsOf,
): Promise<LeftOut[]> {
  const { stack, inStacks, inOtherProjects } = target;
  const { resources } = await withCredentials(replacing, target);
  const { pairs } = await findByKey(resources, objectsOf);
  const managed = new Set([...inStacks, ...inOtherProjects].map(({ id }) => id));
  return pairs
    .filter(({ object }) => !managed.has(object.id))
    .map(({ resource, object }) => ({
      resource,
      reason:
        `${object.id} is its new object, but the state still contains the old one, ${resource.replaces}. ` +
        `Run \`pulumi state delete ${shellWord(resource.urn)} ${stackOptions(stack)}\`, and then this ` +
        `command. The tenant keeps ${resource.replaces}, so delete it in the dashboard`,
    }));
}

/** Leaves out what Pulumi or this version can't import. */
function withoutUnimportable({ pairs, leftOut }: Found, entries: FrameEntries): Found {
  const found: Found = { pairs: [], leftOut: [...leftOut] };
  const readable = pairs.filter(({ object }) => object.failures.length === 0);
  const taken = new Set(readable.map(({ resource: { urn } }) => entries.of(urn)));
  for (const pair of pairs) {
    const { resource, object } = pair;
    const entry = entries.of(resource.urn);
    const lacking =
      entry && entries.needsOf(entry).find((one) => isObjectEntry(one) && !taken.has(one));
    const [failure] = object.failures;
    if (failure !== undefined) found.leftOut.push({ resource, reason: `${object.id}: ${failure}` });
    else if (!entry) {
      const reason = "`pulumi preview --import-file` doesn't list it. Install a newer Pulumi CLI";
      found.leftOut.push({ resource, reason });
    } else if (lacking) {
      const reason = `the state lacks the resource ${lacking.logicalName ?? lacking.name}, which it needs. Create or import that resource first`;
      found.leftOut.push({ resource, reason });
    } else found.pairs.push(pair);
  }
  return found;
}

/**
 * Imports the objects by the engine, and then protects those that the program protects. If Pulumi can't
 * import an object, it imports the others.
 */
async function importPairs(
  stack: Target,
  pairs: Pair[],
  entries: FrameEntries,
  signal: AbortSignal,
): Promise<void> {
  const { folder, name } = stack;
  const run: RunOptions = { signal, onLine };
  const importing = withTemporaryFolder(async (temporary) => {
    const file = join(temporary, "import.json");
    await writeFile(file, JSON.stringify(importFrame(pairs, entries)), { mode: 0o600 });
    const options = ["--generate-code=false", "--protect=false", "--yes", "--skip-preview"];
    await runPulumi(["import", "--file", file, ...options, "--stack", name], folder, run);
  });
  const [imported] = await Promise.allSettled([importing]);
  const toProtect = new Set(
    pairs.flatMap(({ resource: { isProtected, urn } }) => (isProtected ? [urn] : [])),
  );
  const inState = toProtect.size > 0 ? (await readState(stack)).resources : [];
  const urns = inState.map(({ urn }) => urn).filter((urn) => toProtect.has(urn));
  if (urns.length > 0) {
    await runPulumi(["state", "protect", ...urns, "--yes", "--stack", name], folder, run);
  }
  if (imported.status === "rejected") throw imported.reason;
}

function importFrame(pairs: Pair[], entries: FrameEntries): ImportFrame {
  const own = pairs.flatMap(({ resource, object }): FrameEntry[] => {
    const entry = entries.of(resource.urn);
    const state = resource.provider.isPlugin ? {} : dynamicState(withPlaceholders(object));
    return entry ? [{ ...entry, id: object.id, ...state }] : [];
  });
  return entries.with(own);
}

/** Auth0 returns no secrets, so the next update sends those of the program. */
function withPlaceholders({ kind, inputs, outs }: TenantObject): ImportedState {
  const paths = placeholderPaths(inputs).map((path) => path.split("."));
  const filled = (values: Props, path: string[]) => withValueAt(values, path, secretPlaceholder);
  return { kind, inputs, outputs: paths.reduce(filled, outs) };
}

function report({ pairs, leftOut }: Found, stack: Target, isRun = false): string[] {
  const rows = pairs.map(({ resource: { definition, name, urn }, object }) => [
    definition.name,
    object.id,
    displayName(name),
    displayName(urn),
  ]);
  const count = countOf(pairs.length, "object");
  const preview = `pulumi preview --diff ${stackOptions(stack)}`;
  const next = isRun
    ? `Imported ${count} into the stack ${stack.name}. To see what the next update changes in the tenant, run \`${preview}\`.`
    : `Found ${count} to import. To import them, run this command with --run.`;
  const none = "There is nothing to import.";
  return [
    ...(rows.length > 0 ? [...alignColumns([["KIND", "ID", "NAME", "URN"], ...rows]), ""] : []),
    ...leftOut.map(({ resource: { definition, name }, reason }) => {
      return `Not imported: ${definition.name} ${displayName(name)}: ${reason}.`;
    }),
    rows.length > 0 ? next : none,
  ];
}
