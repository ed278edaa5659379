import { type ChildProcessByStdio, execFileSync, spawn } from "node:child_process";
import { closeSync, constants, mkdirSync, openSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { credentials } from "@grpc/grpc-js";
import type { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { GetSchemaRequest, type GetSchemaResponse } from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { temporaryFolder } from "../project";

export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** The process's output. */
  stdout: string;
  stderr: string;
  /** Whether a child process still runs. */
  leftProcess: boolean;
}

export interface StartedPlugin {
  /** The first line of standard output. */
  firstLine: string;
  version(): Promise<string>;
  schema(): Promise<{ name: string; version: string; resources: object }>;
  /** Sends a signal or closes standard input, and waits for the process to end. */
  end(how: "SIGINT" | "SIGTERM" | "closed stdin"): Promise<Ended>;
}

/** Starts a command as the engine does, with an address and a pipe as standard input. */
export async function startPlugin(
  [command, ...args]: [string, ...string[]],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<StartedPlugin> {
  const input = pipe();
  // The process has its own group, which its children join.
  const child = spawn(command, [...args, "-v=9", "127.0.0.1:9"], {
    cwd,
    env,
    detached: true,
    stdio: [input.reader, "pipe", "pipe"],
  }) as ChildProcessByStdio<null, Readable, Readable>;
  closeSync(input.reader);
  const written = { stdout: "", stderr: "" };
  child.stderr.setEncoding("utf8").on("data", (text) => {
    written.stderr += text;
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      resolve({ code, signal, ...written, leftProcess: groupExists(child.pid as number) });
    });
  });
  const firstLine = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text) => {
      written.stdout += text;
      if (text.includes("\n")) resolve(written.stdout.split("\n", 1)[0] as string);
    });
    ended.then((end) => reject(new Error(`it ended at once: ${JSON.stringify(end)}`)), reject);
  });

  return {
    firstLine,
    version: async () => {
      const info = await call<PluginInfo>(firstLine, (client, done) =>
        client.getPluginInfo(new Empty(), done),
      );
      return info.getVersion();
    },
    schema: async () => {
      const response = await call<GetSchemaResponse>(firstLine, (client, done) =>
        client.getSchema(new GetSchemaRequest(), done),
      );
      return JSON.parse(response.getSchema());
    },
    end: async (how) => {
      if (how !== "closed stdin") {
        child.kill(how);
        await ended;
      }
      closeSync(input.writer);
      return ended;
    },
  };
}

/** Both ends of a pipe. Node would give a child a socket, but the engine gives it a pipe. */
function pipe(): { reader: number; writer: number } {
  const path = join(temporaryFolder(), "pipe");
  execFileSync("mkfifo", [path]);
  // The pipe is opened for both directions first, because opening it for one waits for the other end.
  const writer = openSync(path, constants.O_RDWR);
  return { reader: openSync(path, constants.O_RDONLY), writer };
}

function groupExists(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

type Callback<Response> = (error: Error | null, response: Response) => void;

async function call<Response>(
  port: string,
  send: (client: ResourceProviderClient, done: Callback<Response>) => void,
): Promise<Response> {
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
  try {
    return await new Promise((resolve, reject) => {
      send(client, (error, response) => (error ? reject(error) : resolve(response)));
    });
  } finally {
    client.close();
  }
}

/** An environment with nothing but a PATH with these executables. */
export function bareEnvironment(executables: Record<string, string>): NodeJS.ProcessEnv {
  const folder = join(temporaryFolder(), "bin");
  mkdirSync(folder);
  for (const [name, file] of Object.entries(executables)) symlinkSync(file, join(folder, name));
  return { PATH: folder };
}
