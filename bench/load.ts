import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { credentials } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { mustRun } from "../tools/process";
import { type Results, rounded, section, table } from "./report";
import { median, printProgress } from "./sample";

const root = join(__dirname, "..");

/** What is measured in a new process, and how long it takes: the median of all rounds. */
interface Case {
  what: string;
  /** Measures it once, in milliseconds. */
  measure(): Promise<number>;
}

/** It takes little time, but a busy machine changes it much. */
const rounds = 9;

/** The time that `measured` takes in a process, after `setup`. */
const timed = (setup: string, measured: string) => async () => {
  const script = `
    ${setup}
    const start = performance.now();
    ${measured}
    console.log(performance.now() - start);`;
  const { stdout } = await mustRun(process.execPath, ["-e", script], { cwd: root });
  return Number(stdout);
};

const pulumi = 'require("@pulumi/pulumi");';
const schemas = `${pulumi} const { resourceSchema } = require("./bin/provider/schema/packageSchema");`;

const cases: Case[] = [
  { what: "@pulumi/pulumi itself", measure: timed("", pulumi) },
  {
    what: "pulumi-auth0-native, in a program",
    measure: timed(pulumi, 'require("pulumi-auth0-native");'),
  },
  {
    what: "validators, compiled ahead",
    measure: timed(
      schemas,
      `const { validator } = require("./bin/provider/schema/validate");
     for (const name of ["EventStream", "RateLimitPolicy", "GuardianFcmv1Provider"])
       validator(resourceSchema(name).inputs)({});`,
    ),
  },
  {
    what: "validators, compiled at the start",
    measure: timed(
      schemas,
      `const ajv = new (require("ajv").default)({ allErrors: true, discriminator: true, strict: false, logger: false, formats: { url: true } });
     for (const name of ["EventStream", "RateLimitPolicy", "GuardianFcmv1Provider"])
       ajv.compile({ ...resourceSchema(name).inputs, title: undefined })({});`,
    ),
  },
  {
    what: "a process of the dynamic provider, to its first response",
    measure: () => firstResponse(require.resolve("@pulumi/pulumi/cmd/dynamic-provider")),
  },
  {
    what: "a process of the plugin, to its first response",
    measure: () => firstResponse(join(root, "plugin", "main.js")),
  },
];

/** The most that the plugin's start may take, compared with that of Pulumi's dynamic provider. */
const maxStartRatio = 0.3;

/** Measures what the compiled package adds to the time of loading `@pulumi/pulumi`, and the start of its processes. */
export async function load(): Promise<Results> {
  const measured = await measureAll();
  const [dynamic = Number.NaN, plugin = Number.NaN] = measured.slice(-2).map(({ ms }) => ms);
  const figures = table(measured, [
    ["", ({ what }) => what],
    ["median", ({ ms }) => rounded(ms, 1, "ms")],
  ]);
  return {
    limits: [
      {
        what: "process start to the first response, plugin / dynamic",
        measured: plugin / dynamic,
        limit: maxStartRatio,
        unit: "",
      },
    ],
    sections: [section("Loading", text, figures)],
  };
}

async function measureAll() {
  const measured = cases.map((one) => ({ ...one, values: [] as number[] }));
  // A first run of each, not recorded: it reads everything from the disk.
  for (const { measure } of measured) await measure();
  for (let round = 0; round < rounds; round++) {
    // In turn, so that a busy moment of the machine affects all of them.
    for (const { measure, values } of measured) values.push(await measure());
  }
  return measured.map(({ what, values }) => {
    const ms = median(values);
    printProgress(`${what}: ${ms.toFixed(1)} ms`);
    return { what, ms };
  });
}

/** The time from the start of a provider's process to its response to GetPluginInfo. */
async function firstResponse(script: string): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, [script, "127.0.0.1:1"], {
    env: { PATH: process.env.PATH, PULUMI_NODEJS_PROJECT: "test" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = once(child, "close");
  try {
    const address = `127.0.0.1:${await firstLine(child.stdout)}`;
    const client = new ResourceProviderClient(address, credentials.createInsecure());
    await new Promise((resolve, reject) => {
      client.getPluginInfo(new Empty(), (error, info) => (error ? reject(error) : resolve(info)));
    });
    client.close();
    return performance.now() - start;
  } finally {
    child.kill();
    await closed;
  }
}

/** The port. The process prints nothing before it. */
async function firstLine(stdout: Readable): Promise<string> {
  for await (const line of createInterface(stdout)) return line;
  throw new Error("the process ended without a port");
}

const text = `Modules in new processes, after \`@pulumi/pulumi\` itself is loaded. The first response of a provider's process is
that of \`GetPluginInfo\`.`;
