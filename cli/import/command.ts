import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Session } from "../../provider/lifecycle/session";
import { prepareFile, withTemporaryFolder, writeToStream } from "../shared/files";
import { countOf } from "../shared/number";
import { showProgress } from "../shared/progressLine";
import { type StopSignals, unlessAborted } from "../shared/stop";
import { assertDeclaresNone } from "./keepDeclared";
import { type Language, languageOf } from "./languages";
import { type ImportTarget, openTarget, openTenant, usesPlugin } from "./openTarget";
import { type ImportPlan, leavesSomething, withoutDeleted } from "./plan";
import { planImport } from "./planImport";
import { pluginVariables } from "./pluginVariables";
import { readOfficialState, type StateSource } from "./readOfficialState";
import { readme } from "./render/readme";
import { importReport, listReport } from "./render/report";
import { table } from "./render/table";
import type { RunContext } from "./runContext";
import { importIntoState, previewProgram } from "./runImport";
import { type Selection, select } from "./select";
import { secretsToSet, setSecrets } from "./setSecrets";
import { listedKinds, readTenant, type TenantObject } from "./tenant";
import { unmanagedObjects } from "./unmanaged";
import { type Destination, type WrittenImport, writeImport } from "./writeImport";

export interface ImportOptions extends Selection, StateSource {
  stack?: string;
  cwd: string;
  out: string;
  language?: string;
  kind?: string[];
  as?: string;
  list?: boolean;
  run?: boolean;
  force?: boolean;
  /** A file, or true for standard output. */
  json?: string | true;
}

const exitCodes = { done: 0, somethingLeft: 2 };

/** Imports the objects of a tenant, or lists them; returns the exit code. */
export async function runImportCommand(options: ImportOptions, stop: StopSignals): Promise<number> {
  validate(options);
  await prepareReport(options.json);
  const { requested, engineTimeout } = stop;
  return unlessAborted(engineTimeout, inFolder(options, requested)).catch((error: unknown) => {
    throw requested.aborted ? requested.reason : error;
  });
}

function validate(options: ImportOptions): void {
  const { list, run, as: name, id = [], out, cwd } = options;
  if (list && (run || name !== undefined)) {
    throw new Error("--list imports nothing: leave out --run and --as");
  }
  const hasOldState = options.fromTerraform !== undefined || options.fromPulumi !== undefined;
  if (list && hasOldState) {
    throw new Error(
      "--list shows what no stack holds, and reads no state of another tool: leave out --from-terraform and --from-pulumi",
    );
  }
  if (name !== undefined && id.length !== 1) {
    throw new Error("--as names one object: give its --id");
  }
  if (options.fromTerraform !== undefined && options.fromPulumi !== undefined) {
    throw new Error("--from-terraform and --from-pulumi each name a state: pass one of them");
  }
  if (name === "") throw new Error("the name of --as is empty");
  if (resolve(cwd, out) === resolve(cwd)) {
    throw new Error("--out is the program's own folder: name another one");
  }
}

/** A resource that the program declares already needs no file once the state has it. */
const inFolder = (options: ImportOptions, signal: AbortSignal): Promise<number> =>
  options.as !== undefined && options.run
    ? withTemporaryFolder((out) => work({ ...options, out }, signal))
    : work(options, signal);

/** The signal ends everything at once, except the engine, which first ends its steps. */
async function work(options: ImportOptions, signal: AbortSignal): Promise<number> {
  const target = await unlessAborted(signal, openTarget(options.cwd, options.stack));
  const language = languageOf(target.project.runtime, usesPlugin(target), options.language);
  const official = await unlessAborted(
    signal,
    readOfficialState(options, target.pulumi, options.cwd),
  );
  const session = await openTenant(target, language);
  // A takeover looks for objects of every kind, and selects among those that it finds.
  const objects = await unlessAborted(
    signal,
    readKinds(session, official ? undefined : options.kind),
  );
  if (options.list) return list(options, session, target, objects);

  const plan = planImport(options, {
    target,
    tenant: session.api.domain,
    language,
    objects,
    official,
  });
  if (plan.objects.length === 0) {
    return report(options, plan, { files: [], readme: readme(plan, []) });
  }
  const inStack = target.inStacks.filter(({ stack }) => stack === plan.stack);
  await assertDeclaresNone(resolve(options.cwd, options.out, "index.ts"), inStack);
  const destination = destinationOf(options, target, language, session);
  const written = await writeImport(plan, destination);
  await setFoundSecrets(plan, target);
  if (!options.run) return report(options, plan, written);

  const { out } = written;
  const { variables } = destination;
  const onOutput = writeError;
  const context: RunContext = { target, language, out, session, variables, signal, onOutput };
  const { deleted, withoutCode } = await importIntoState(plan, context);
  const imported = withoutDeleted(plan, deleted);
  const afterRun = { ...destination, force: true, imported: true, withoutCode };
  const rewritten = await writeImport(imported, afterRun);
  const preview = rewritten.isIncomplete ? undefined : previewProgram(imported, context);
  // The state has the objects, whether the program runs or not.
  const [previewed] = await Promise.allSettled([preview]);
  const code = await report(options, imported, rewritten);
  if (previewed.status === "rejected") throw previewed.reason;
  return rewritten.isIncomplete ? exitCodes.somethingLeft : code;
}

async function setFoundSecrets(
  plan: ImportPlan,
  { pulumi, target, configuration }: ImportTarget,
): Promise<void> {
  const secrets = secretsToSet(plan, configuration);
  if (secrets.length === 0) return;
  const count = countOf(secrets.length, "secret");
  console.error(`setting ${count} in the configuration of the stack ${target.name}`);
  await setSecrets(pulumi, target, secrets);
}

const destinationOf = (
  { cwd, out, force = false, as: name }: ImportOptions,
  target: ImportTarget,
  language: Language,
  session: Session,
): Destination => ({
  cwd,
  out,
  main: target.project.main,
  language,
  variables: pluginVariables(target, language, session),
  force,
  declared: name !== undefined,
  imported: false,
  withoutCode: [],
});

async function report(
  options: ImportOptions,
  plan: ImportPlan,
  { files, readme }: Pick<WrittenImport, "files" | "readme">,
): Promise<number> {
  if (files.length > 0) console.error(`wrote ${files.join(", ")}\n`);
  await print(options, readme, importReport(plan, files));
  return leavesSomething(plan) ? exitCodes.somethingLeft : exitCodes.done;
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
  { api: { domain } }: Session,
  { inStacks }: ImportTarget,
  inTenant: TenantObject[],
): Promise<number> {
  const objects = unmanagedObjects(select(inTenant, inStacks, options), inStacks);
  await print(options, table(domain, objects, new Date()), listReport(domain, objects));
  return objects.length > 0 ? exitCodes.somethingLeft : exitCodes.done;
}

const writeError = (text: string) => process.stderr.write(text);

/** The text for people, and the report where it is asked for; a report on standard output is alone there. */
async function print({ json }: ImportOptions, text: string, report: object): Promise<void> {
  const file = reportFile(json);
  const isAlone = json !== undefined && file === undefined;
  await writeToStream(isAlone ? process.stderr : process.stdout, text);
  if (json === undefined) return;
  const jsonText = `${JSON.stringify(report, null, 2)}\n`;
  await (file === undefined ? writeToStream(process.stdout, jsonText) : writeFile(file, jsonText));
}

/** The file that `--json` names; undefined for standard output. */
const reportFile = (json: ImportOptions["json"]) =>
  json === true || json === "-" ? undefined : json;

/** Throws before the work where the report could not be written after it. */
async function prepareReport(json: ImportOptions["json"]): Promise<void> {
  const file = reportFile(json);
  if (file === undefined) return;
  await prepareFile(file).catch((error: Error) => {
    throw new Error(`--json "${file}" cannot be written: ${error.message}`);
  });
}
