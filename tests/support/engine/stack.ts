import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { EngineEvent, PulumiFn } from "@pulumi/pulumi/automation";
import { isObject, mapProps, type Props } from "../../../provider/shared/json";
import { jsProject } from "./jsProject";
import type { Setting } from "./newStack";
import { readState, type StateResource } from "./stateFile";

/** The result of one run, according to the engine's events. */
export interface Run {
  /** The command's exit code. */
  code: number | null;
  /** `create crm`, `update crm ~name`, in the engine's order; same and the stack itself are left out. */
  steps: string[];
  /** The command's output. */
  text: string;
  /** The outputs in the state afterwards. */
  outputs: Record<string, { value: unknown; secret: boolean }>;
}

/** A stack on a file backend for the real CLI. This process runs its programs. */
export interface TestStack {
  /** The project's folder, with the backend in `state`. */
  home: string;
  env: NodeJS.ProcessEnv;
  /** The program that commands run. `up` and `preview` replace it. */
  program: PulumiFn;
  up(program: PulumiFn, ...flags: string[]): Promise<Run>;
  preview(program: PulumiFn): Promise<Run>;
  refresh(...flags: string[]): Promise<Run>;
  destroy(...flags: string[]): Promise<Run>;
  /** The deployment in the output of `pulumi stack export --show-secrets`. */
  state(): Promise<{ resources: StateResource[] }>;
  remove(): void;
}

/** `configuration` has keys with their namespaces. */
export async function testStack(
  environment: Record<string, string>,
  configuration: Record<string, Setting> = {},
): Promise<TestStack> {
  const inline = () => self.program();
  // The event log needs this.
  const debug = { PULUMI_DEBUG_COMMANDS: "true" };
  const project = await jsProject({ ...debug, ...environment }, "", { inline, configuration });
  const { folder: home, env, pulumi } = project;

  async function run(command: string, ...flags: string[]): Promise<Run> {
    const log = join(home, "events.json");
    const { code, text } = await pulumi(command, ...flags, `--event-log=${log}`);
    const lines = existsSync(log) ? readFileSync(log, "utf8").split("\n").filter(Boolean) : [];
    // Pulumi's library logs secrets there, and docs/secrets.md warns about it.
    rmSync(log, { force: true });
    const events: EngineEvent[] = lines.map((line) => JSON.parse(line));
    const steps = [...new Set(events.flatMap(describeStep))];
    return { code, steps, text, outputs: outputsIn(readState(join(home, "state"))) };
  }

  function runProgram(given: PulumiFn, command: string, ...flags: string[]) {
    self.program = given;
    return run(command, ...flags);
  }

  const now = ["--yes", "--skip-preview"];
  const self: TestStack = {
    home,
    env,
    program: async () => undefined,
    up: (given, ...flags) => runProgram(given, "up", ...now, ...flags),
    preview: (given) => runProgram(given, "preview"),
    refresh: (...flags) => run("refresh", ...now, ...flags),
    destroy: (...flags) => run("destroy", ...now, ...flags),
    state: async () => readState(join(home, "state")),
    remove: project.remove,
  };
  return self;
}

/** Every file below the stack's folder as one text, in which tests search for secrets. */
export function readAll(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");
}

/** The program's return value. */
function outputsIn({ resources = [] }: ReturnType<typeof readState>): Run["outputs"] {
  const stack = resources.find(({ type }) => type === "pulumi:pulumi:Stack");
  return mapProps((stack?.outputs ?? {}) as Props, (value) => {
    const plaintext = isObject(value) ? value.plaintext : undefined;
    const secret = typeof plaintext === "string";
    return { value: secret ? JSON.parse(plaintext) : value, secret };
  });
}

/** An event of a plan precedes the step, and a refresh's result follows it, so a step may have two events. */
function describeStep({ resourcePreEvent, resOutputsEvent }: EngineEvent): string[] {
  const metadata = (resourcePreEvent ?? resOutputsEvent)?.metadata;
  if (!metadata || metadata.op === "same" || metadata.op === "refresh") return [];
  if (metadata.type.startsWith("pulumi:")) return [];
  const detail = Object.entries(metadata.detailedDiff ?? {}).map(([path, { diffKind }]) => {
    if (diffKind.startsWith("add")) return `+${path}`;
    if (diffKind.startsWith("delete")) return `-${path}`;
    return `~${path}`;
  });
  return [[metadata.op, metadata.urn.split("::").at(-1), ...detail.sort()].join(" ")];
}
