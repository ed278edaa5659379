import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach } from "@jest/globals";
import { root } from "../../../support/project";

const running: ChildProcess[] = [];

afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

/** The command until the test ends. */
export const run = (...flags: string[]) => runWith(process.env, ...flags);

export function runWith(env: NodeJS.ProcessEnv, ...flags: string[]) {
  const script = join(root, "emulator/src/cli/main.ts");
  const child = spawn(process.execPath, ["--import", "tsx", script, ...flags], { cwd: root, env });
  running.push(child);
  const output = { out: "", err: "" };
  child.stdout.on("data", (chunk) => {
    output.out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output.err += chunk;
  });
  const exit = once(child, "close").then(([code]) => code as number);
  const says = async (text: string | RegExp) => {
    while (output.out.search(text) < 0) await once(child.stdout, "data");
  };
  /** What it prints to be exported, once it serves. */
  const environment = async (): Promise<Record<string, string>> => {
    await says("# listening");
    return Object.fromEntries(
      [...output.out.matchAll(/^export (\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
    );
  };
  return { child, output, exit, says, environment };
}
