import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { EngineEvent, PulumiFn } from "@pulumi/pulumi/automation";
import { isObject, mapProps, type Props } from "../../../provider/shared/json";
import { jsProject, type Project } from "./jsProject";
import type { Setting } from "./newStack";
import { readState, type StateResource } from "./stateFile";

/** What one engine run did, as the engine's own events tell it. */
export interface Run {
  /** Exit code of the command. */
  code: number | null;
  /** `create crm`, `update crm ~name`, in the engine's order; same and the stack itself are left out. */
  steps: string[];
  /** All that the command printed. */
  text: string;
  /** Those of the state after it. */
  outputs: Record<string, { value: unknown; secret: boolean }>;
}

/** Flags of a command: `{ expectNoChanges: true }` is `--expect-no-changes=true`. A list is a flag each. */
type Flags = object;

/** A stack of its own on a file backend, driven by the real CLI; this process runs its programs. */
export interface TestStack {
  /** The project's folder, with the backend in `state`. */
  home: string;
  env: NodeJS.ProcessEnv;
  /** What commands run; `up` and `preview` replace it. */
  program: PulumiFn;
  up(program?: PulumiFn, flags?: Flags): Promise<Run>;
  preview(program?: PulumiFn, flags?: Flags): Promise<Run>;
  /** `pulumi refresh --preview-only --expect-no-changes`. */
  drift(flags?: Flags): Promise<Run>;
  refresh(flags?: Flags): Promise<Run>;
  destroy(flags?: Flags): Promise<Run>;
  /** Any other command. */
  pulumi: Project["pulumi"];
  /** What `pulumi stack export --show-secrets` prints as the deployment. */
  state(): Promise<{ resources: StateResource[] }>;
  remove(): void;
}

/** `configuration` has keys with their namespaces. */
export async function testStack(
  environment: Record<string, string>,
  configuration: Record<string, Setting> = {},
): Promise<TestStack> {
  const inline = () => self.program();
  // For the event log.
  const debug = { PULUMI_DEBUG_COMMANDS: "true" };
  const project = await jsProject({ ...debug, ...environment }, "", { inline, configuration });
  const { folder: home, env, pulumi } = project;

  async function run(command: string, flags: Flags): Promise<Run> {
    const log = join(home, "events.json");
    const args = [...Object.entries(flags).flatMap(flag), `--event-log=${log}`];
    const { code, text } = await pulumi(command, ...args);
    const lines = existsSync(log) ? readFileSync(log, "utf8").split("\n").filter(Boolean) : [];
    // Pulumi's library logs secrets there: docs/secrets.md warns of it.
    rmSync(log, { force: true });
    const events: EngineEvent[] = lines.map((line) => JSON.parse(line));
    const steps = [...new Set(events.flatMap(describeStep))];
    return { code, steps, text, outputs: outputsIn(readState(join(home, "state"))) };
  }

  function runProgram(command: string, given: PulumiFn | undefined, flags: Flags) {
    if (given) self.program = given;
    return run(command, flags);
  }

  const now = { yes: true, skipPreview: true };
  const self: TestStack = {
    home,
    env,
    program: async () => undefined,
    up: (given, flags) => runProgram("up", given, { ...now, ...flags }),
    preview: (given, flags) => runProgram("preview", given, { ...flags }),
    drift: (flags) => run("refresh", { previewOnly: true, expectNoChanges: true, ...flags }),
    refresh: (flags) => run("refresh", { ...now, ...flags }),
    destroy: (flags) => run("destroy", { ...now, ...flags }),
    pulumi,
    state: async () => readState(join(home, "state")),
    remove: project.remove,
  };
  return self;
}

function flag([name, values]: [string, unknown]): string[] {
  const kebab = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return [values].flat().map((value) => `--${kebab}=${value}`);
}

/** Every file below the stack's folder, as one text: what a leaked secret would be found in. */
export function readAll(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"))
    .join("\n");
}

/** What the program returned. */
function outputsIn({ resources = [] }: ReturnType<typeof readState>): Run["outputs"] {
  const stack = resources.find(({ type }) => type === "pulumi:pulumi:Stack");
  return mapProps((stack?.outputs ?? {}) as Props, (value) => {
    const plaintext = isObject(value) ? value.plaintext : undefined;
    const secret = typeof plaintext === "string";
    return { value: secret ? JSON.parse(plaintext) : value, secret };
  });
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
