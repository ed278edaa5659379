import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { checkStack } from "./checkStack";
import { pulumiCommand, stacksIn, type Target } from "./engine";
import { markdown } from "./markdown";
import { page } from "./page";
import { Progress } from "./progress";
import { type DriftReport, driftReport, type Result } from "./report";
import { terminal } from "./terminal";

export interface DriftOptions {
  cwd: string;
  all?: boolean;
  parallel: number;
  html?: string;
  markdown?: string;
  json?: string;
  exitCodes: keyof typeof exitCodes;
}

const exitCodes = {
  default: { clean: 0, drift: 2, failed: 1 },
  pulumi: { clean: 0, drift: 7, failed: 1 },
} satisfies Record<string, Record<Result, number>>;

/** Checks stacks, tells what drifted, and gives the exit code. */
export async function drift(stacks: string[], options: DriftOptions): Promise<number> {
  const startedAt = new Date();
  const { cwd, all = false } = options;
  if (all && stacks.length > 0) throw new Error("either name stacks, or say --all");
  if (stacks.some((text) => /^$|^:|:$/.test(text))) {
    throw new Error("the name of a stack, or of its folder, is empty");
  }
  if (onStandardOutput(options).length > 1) {
    throw new Error("standard output takes one of --html, --markdown and --json");
  }
  const pulumi = await pulumiCommand();
  const targets =
    stacks.length > 0
      ? [...new Set(stacks)].map((text) => target(text, cwd))
      : await stacksIn(pulumi, cwd, all);
  const progress = new Progress(targets.length);
  const stop = new AbortController();
  // The engine ends its own processes, and what was found by then is reported.
  process.on("SIGTERM", () => stop.abort(new Error("the check was stopped (SIGTERM)")));
  const watch = { progress: () => progress.object(), signal: stop.signal };
  const reports = await inParallel(targets, options.parallel, async (target) => {
    const report = await checkStack(pulumi, target, watch);
    progress.stack(report);
    return report;
  });
  const report = driftReport(reports, startedAt, new Date());
  write(report, options);
  return exitCodes[options.exitCodes][report.result];
}

/** Stack names have no colon. */
function target(text: string, cwd: string): Target {
  const at = text.lastIndexOf(":");
  return at < 0
    ? { folder: cwd, name: text }
    : { folder: text.slice(0, at), name: text.slice(at + 1) };
}

async function inParallel<T, U>(
  items: T[],
  width: number,
  work: (item: T) => Promise<U>,
): Promise<U[]> {
  const results: U[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [at, item] of queue) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return results;
}

const renderings = {
  html: page,
  markdown,
  json: (report: DriftReport) => `${JSON.stringify(report, null, 2)}\n`,
};

const forms = Object.keys(renderings) as (keyof typeof renderings)[];

const onStandardOutput = (options: DriftOptions) => forms.filter((form) => options[form] === "-");

/** For people to the terminal, first, since a file may fail; and into the files asked for. */
function write(report: DriftReport, options: DriftOptions): void {
  // Standard output is a file's, where one is there.
  const out = onStandardOutput(options).length > 0 ? process.stderr : process.stdout;
  out.write(terminal(report));
  for (const form of forms) {
    const file = options[form];
    if (file === "-") process.stdout.write(renderings[form](report));
    else if (file !== undefined) writeFile(file, renderings[form](report));
  }
}

function writeFile(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
