import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { credentials, type ServiceError } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import {
  CheckRequest,
  type CheckResponse,
  ConfigureRequest,
} from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { pluginTypeToken, providerKey, providerText } from "../provider/stateContract";
import { objects } from "./objects";
import { printProgress } from "./progress";
import { median } from "./statistics";

/** The processes that the engine starts: Pulumi's own for a floor and for ours, and the plugin. */
export type ProviderProcess = "floor" | "dynamic" | "plugin";

/** The time from the start of each process, in milliseconds: the median of all rounds. */
export interface StartTime {
  until: "the first response" | "the first Check";
  ms: Record<ProviderProcess, number>;
}

/** A start takes little time, but a busy machine changes it much. */
const rounds = 9;

const dynamicProcess = require.resolve("@pulumi/pulumi/cmd/dynamic-provider");
const pluginProcess = join(__dirname, "..", "plugin", "main.js");

const processes: Record<ProviderProcess, { script: string; code?: string }> = {
  floor: {
    script: dynamicProcess,
    code: 'exports.handler = () => require("./floor/provider.cjs").eventStream;',
  },
  dynamic: {
    script: dynamicProcess,
    code: providerText("EventStream"),
  },
  plugin: { script: pluginProcess },
};
const names = Object.keys(processes) as ProviderProcess[];

/** Starts the processes in turn, so that a busy moment of the machine affects all of them. */
export async function measureStarts(): Promise<StartTime[]> {
  // A first start of each, not recorded: it reads everything from the disk.
  for (const name of names) await startOnce(name);
  const samples = { floor: [], dynamic: [], plugin: [] } as Record<ProviderProcess, Start[]>;
  for (let round = 0; round < rounds; round++) {
    for (const name of names) samples[name].push(await startOnce(name));
  }
  const times = (key: keyof Start) => ({
    floor: median(samples.floor.map((start) => start[key])),
    dynamic: median(samples.dynamic.map((start) => start[key])),
    plugin: median(samples.plugin.map((start) => start[key])),
  });
  const starts: StartTime[] = [
    { until: "the first response", ms: times("infoMs") },
    { until: "the first Check", ms: times("checkMs") },
  ];
  for (const { until, ms } of starts) {
    const texts = names.map((name) => `${name} ${ms[name].toFixed(0)} ms`);
    printProgress(`process start to ${until}: ${texts.join(", ")}`);
  }
  return starts;
}

interface Start {
  /** To the response of GetPluginInfo, which is about no resource. */
  infoMs: number;
  /** To the response of the first Check, after Configure: this has loaded everything but the API client. */
  checkMs: number;
}

async function startOnce(name: ProviderProcess): Promise<Start> {
  const start = performance.now();
  const child = startProcess(processes[name].script);
  const closed = once(child, "close");
  try {
    const client = new ResourceProviderClient(
      `127.0.0.1:${await firstLine(child)}`,
      credentials.createInsecure(),
    );
    await call((done) => client.getPluginInfo(new Empty(), done));
    const infoMs = performance.now() - start;
    const configuration = new ConfigureRequest().setArgs(new Struct());
    await call((done) => client.configure(configuration, done));
    const checked = await call<CheckResponse>((done) => client.check(checkRequest(name), done));
    const checkMs = performance.now() - start;
    client.close();
    const [failure] = checked.getFailuresList();
    if (failure) throw new Error(`the check of ${name} failed: ${failure.getReason()}`);
    return { infoMs, checkMs };
  } finally {
    child.kill();
    await closed;
  }
}

function startProcess(script: string): ChildProcess {
  return spawn(process.execPath, [script, "127.0.0.1:1"], {
    cwd: __dirname,
    env: {
      PATH: process.env.PATH,
      PULUMI_NODEJS_PROJECT: "test",
      // No request is sent.
      AUTH0_DOMAIN: "http://127.0.0.1:1",
      AUTH0_API_TOKEN: "token",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** The port. The process prints nothing before it. */
async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error("the process has no standard output");
  for await (const line of createInterface(stdout)) return line;
  throw new Error("the process ended without a port");
}

function checkRequest(name: ProviderProcess): CheckRequest {
  const { code } = processes[name];
  const [stream = {}] = Object.values(objects(2).EventStream);
  const inputs = code === undefined ? stream : { ...stream, [providerKey]: code };
  return new CheckRequest()
    .setUrn(`urn:pulumi:test::test::${pluginTypeToken("EventStream")}::stream`)
    .setOlds(new Struct())
    .setNews(Struct.fromJavaScript(inputs as Parameters<typeof Struct.fromJavaScript>[0]));
}

type Done<Response> = (error: ServiceError | null, response: Response) => void;

const call = <Response>(method: (done: Done<Response>) => unknown): Promise<Response> =>
  new Promise((resolve, reject) => {
    method((error, response) => (error ? reject(error) : resolve(response)));
  });
