import { posix, relative, resolve, sep } from "node:path";
import type { Session } from "../../provider/lifecycle/session";
import { withTemporaryFolder } from "../shared/files";
import { countOf } from "../shared/number";
import { showProgress } from "../shared/progressLine";
import { assertVersion } from "../shared/pulumi";
import { type StopSignals, unlessAborted } from "../shared/stop";
import { assertDeclaresNone } from "./assertDeclaresNone";
import { languageOf } from "./languages";
import { openTarget, openTenant, usesPlugin } from "./openTarget";
import { assertOptions, type ImportOptions } from "./options";
import { type ImportPlan, leavesSomething, withoutDeleted } from "./plan";
import { type PlanSources, planImport } from "./planImport";
import { pluginVariables } from "./pluginVariables";
import { prepareReport, printReport } from "./printReport";
import { readOfficialState } from "./readOfficialState";
import { readme } from "./render/readme";
import { importReport, listReport } from "./render/report";
import { table } from "./render/table";
import type { RunContext } from "./runContext";
import { importIntoState, previewProgram } from "./runImport";
import { select } from "./select";
import { setFoundSecrets } from "./setSecrets";
import { listedKinds, readTenant, type TenantObject } from "./tenant";
import { unmanagedObjects } from "./unmanaged";
import { type WriteOptions, type WrittenImport, writeImport } from "./writeImport";

const exitCodes = { done: 0, somethingLeft: 2 };

/** Imports the objects of a tenant, or lists them; returns the exit code. */
export async function runImportCommand(options: ImportOptions, stop: StopSignals): Promise<number> {
  assertOptions(options);
  await prepareReport(options.json);
  const { requested, engineTimeout } = stop;
  return unlessAborted(engineTimeout, inFolder(options, requested)).catch((error: unknown) => {
    throw requested.aborted ? requested.reason : error;
  });
}

/** A resource that the program declares already needs no file once the state has it. */
const inFolder = (options: ImportOptions, signal: AbortSignal): Promise<number> =>
  options.as !== undefined && options.run
    ? withTemporaryFolder((out) => listOrImport({ ...options, out }, signal))
    : listOrImport(options, signal);

async function listOrImport(options: ImportOptions, signal: AbortSignal): Promise<number> {
  const sources = await readSources(options, signal);
  if (options.list) return list(options, sources);

  const plan = planImport(options, sources);
  if (plan.objects.length === 0) {
    return report(options, plan, { files: [], readme: readme(plan, []) });
  }
  await assertStackKeepsObjects(options, sources);
  const writeOptions = writeOptionsOf(options, sources);
  const written = await writeImport(plan, writeOptions);
  await setFoundSecrets(plan, sources.target);
  if (!options.run) return report(options, plan, written);
  return runAndReport(options, plan, writeOptions, runContextOf(sources, writeOptions, signal));
}

interface Sources extends PlanSources {
  session: Session;
}

/** Reads everything that a plan depends on. The signal ends this at once. */
async function readSources(options: ImportOptions, signal: AbortSignal): Promise<Sources> {
  const target = await unlessAborted(signal, openTarget(options.cwd, options.stack));
  const language = languageOf(target.project.runtime, usesPlugin(target), options.language);
  if (!options.list) assertVersion(target.pulumi, language.minimumPulumi);
  const official = await unlessAborted(
    signal,
    readOfficialState(options, target.pulumi, options.cwd),
  );
  const session = await openTenant(target, language);
  // A takeover looks for objects of every kind, and selects among those that it finds.
  const kinds = official ? undefined : options.kind;
  const objects = await unlessAborted(signal, readKinds(session, kinds));
  return { target, language, official, session, tenant: session.api.domain, objects };
}

async function readKinds(session: Session, names: string[] | undefined): Promise<TenantObject[]> {
  const kinds = listedKinds.filter(({ name }) => names?.includes(name) ?? true);
  const { domain } = session.api;
  const objects = await readTenant(session, kinds, (count) =>
    showProgress(`reading ${domain}: ${countOf(count, "object")}`),
  );
  showProgress("");
  return objects;
}

async function list(
  options: ImportOptions,
  { tenant, target: { inStacks }, objects: inTenant }: Sources,
): Promise<number> {
  const objects = unmanagedObjects(select(inTenant, inStacks, options), inStacks);
  await printReport(options.json, table(tenant, objects, new Date()), listReport(tenant, objects));
  return objects.length > 0 ? exitCodes.somethingLeft : exitCodes.done;
}

/** Throws if the new program would make Pulumi plan to delete objects that the stack holds. */
async function assertStackKeepsObjects(
  { cwd, out, as: name }: ImportOptions,
  { target: { stack, inStacks }, language }: Sources,
): Promise<void> {
  const writesProgram = !language.servedByPlugin && name === undefined;
  if (!writesProgram) return;
  const inStack = inStacks.filter((object) => object.stack === stack.name && !object.isOfficial);
  await assertDeclaresNone(resolve(cwd, out, "index.ts"), inStack);
}

const writeOptionsOf = (
  { cwd, out, force = false, as: name }: ImportOptions,
  { target, language, session }: Sources,
): WriteOptions => ({
  cwd,
  out: relative(resolve(cwd), resolve(cwd, out)).split(sep).join(posix.sep),
  main: target.project.main,
  language,
  variables: pluginVariables(target, language, session),
  force,
  declared: name !== undefined,
  imported: false,
  withoutCode: [],
});

const runContextOf = (
  { target, language, session }: Sources,
  { out, variables }: WriteOptions,
  signal: AbortSignal,
): RunContext => ({
  ...{ target, language, out, session, variables, signal },
  onOutput: (text) => process.stderr.write(text),
});

/**
 * Imports the written file into the state, writes the files again for what the state has then, and shows
 * the preview. When the signal is aborted, the engine first ends its running steps.
 */
async function runAndReport(
  options: ImportOptions,
  plan: ImportPlan,
  writeOptions: WriteOptions,
  context: RunContext,
): Promise<number> {
  const { deleted, withoutCode } = await importIntoState(plan, context);
  const imported = withoutDeleted(plan, deleted);
  const afterRun = { ...writeOptions, force: true, imported: true, withoutCode };
  const rewritten = await writeImport(imported, afterRun);
  const preview = rewritten.isIncomplete ? undefined : previewProgram(imported, context);
  // The state has the objects, whether the program runs or not.
  const [previewed] = await Promise.allSettled([preview]);
  const code = await report(options, imported, rewritten);
  if (previewed.status === "rejected") throw previewed.reason;
  return rewritten.isIncomplete ? exitCodes.somethingLeft : code;
}

async function report(
  { json }: ImportOptions,
  plan: ImportPlan,
  { files, readme }: Pick<WrittenImport, "files" | "readme">,
): Promise<number> {
  if (files.length > 0) console.error(`wrote ${files.join(", ")}\n`);
  await printReport(json, readme, importReport(plan, files));
  return leavesSomething(plan) ? exitCodes.somethingLeft : exitCodes.done;
}
