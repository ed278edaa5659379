import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EngineEvent, PulumiCommand, PulumiFn, Stack } from "@pulumi/pulumi/automation";
import { baseEnvironment, pulumiFolder } from "./environment";
import { keyService, keySettings } from "./keyService";
import { writeEmptyStack } from "./newStack";
import { readState, type StateResource } from "./stateFile";

/** What one engine run did, as the engine's own events tell it. */
export interface Run {
  /** Exit code of the command: 0, or 7 where changes were not expected. */
  code: number;
  /** `create crm`, `update crm ~name`, in the engine's order; same and the stack itself are left out. */
  steps: string[];
  /** All that the command printed. */
  text: string;
  outputs: Record<string, unknown>;
}

/** A stack of its own on a file backend, driven by the real CLI. */
export interface TestStack {
  stack: Stack;
  home: string;
  up(program?: PulumiFn, options?: object): Promise<Run>;
  preview(program?: PulumiFn, options?: object): Promise<Run>;
  /** `pulumi refresh --preview-only --expect-no-changes`. */
  drift(options?: object): Promise<Run>;
  refresh(options?: object): Promise<Run>;
  destroy(options?: object): Promise<Run>;
  /** What `pulumi stack export --show-secrets` prints as the deployment. */
  state(): Promise<{ resources: StateResource[] }>;
  remove(): void;
}

/** Asked for its version once. */
let command: Promise<PulumiCommand> | undefined;

export async function testStack(
  environment: Record<string, string>,
  initial: PulumiFn = async () => undefined,
  config: Record<string, string> = {},
): Promise<TestStack> {
  const home = mkdtempSync(join(tmpdir(), "pulumi-auth0-native-"));
  mkdirSync(join(home, "state"));
  const envVars = {
    ...baseEnvironment(home, await pulumiFolder()),
    ...(await keyService()),
    ...environment,
  };
  process.env.PATH = envVars.PATH;
  // Loaded here and not above: it takes a second, and tests with a project need only the types.
  const automation = await import("@pulumi/pulumi/automation/index.js");
  command ??= automation.PulumiCommand.get();
  const workspace = await automation.LocalWorkspace.create({
    program: initial,
    // The provider's process finds its modules from `main`.
    projectSettings: { name: "test", runtime: "nodejs", main: process.cwd() },
    stackSettings: { test: { ...keySettings, config } },
    envVars,
    pulumiCommand: await command,
  });
  workspace.createStack = async () => writeEmptyStack(join(home, "state"));
  const stack = await automation.Stack.create("test", workspace);
  // Three more runs of the CLI after each `up`: history nobody reads, and outputs few programs have.
  const readOutputs = () => stack.workspace.stackOutputs(stack.name);
  stack.info = async () => undefined;
  stack.outputs = async () => ({});

  async function run(
    command: "up" | "preview" | "refresh" | "previewRefresh" | "destroy",
    options: object,
  ): Promise<Run> {
    const events: EngineEvent[] = [];
    let text = "";
    const append = (part: string) => {
      text += part;
    };
    const onEvent = (event: EngineEvent) => events.push(event);
    const all = { color: "never", onOutput: append, onError: append, onEvent, ...options };
    let code = 0;
    let outputs = {};
    try {
      // biome-ignore lint/suspicious/noExplicitAny: each command has options of its own
      await (stack as any)[command](all);
      if (command === "up" && events.some(hasOutputs)) outputs = await readOutputs();
    } catch (error) {
      const message = (error as Error).message;
      const exit = /exit code (\d+)/.exec(message)?.[1];
      if (exit === undefined) throw error;
      code = Number(exit);
    }
    return { code, steps: [...new Set(events.flatMap(describeStep))], text, outputs };
  }

  function runProgram(command: "up" | "preview", program: PulumiFn | undefined, options: object) {
    if (program) stack.workspace.program = program;
    return run(command, options);
  }

  return {
    stack,
    home,
    up: (program, options = {}) => runProgram("up", program, options),
    preview: (program, options = {}) => runProgram("preview", program, options),
    drift: (options = {}) => run("previewRefresh", { expectNoChanges: true, ...options }),
    refresh: (options = {}) => run("refresh", options),
    destroy: (options = {}) => run("destroy", options),
    state: async () => readState(join(home, "state")),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** Every file below the stack's folder, as one text: what a leaked secret would be found in. */
export function readAll(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");
}

/** Whether it says what the program returned. */
function hasOutputs({ resOutputsEvent }: EngineEvent): boolean {
  const { type, new: stack } = resOutputsEvent?.metadata ?? {};
  return type === "pulumi:pulumi:Stack" && Object.keys(stack?.outputs ?? {}).length > 0;
}

/** Plans come before a step, and what a refresh found only after it: the same step may come twice. */
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
