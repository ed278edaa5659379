import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { credentials } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Tenant } from "../emulator/src";
import { mustRun } from "../tools/process";
import type { RecordSample } from "./rows";

const root = join(__dirname, "..");

/** There are many rounds, because each takes little time, and a busy machine changes it a lot. */
const rounds = 9;

const schemas = `
  require("@pulumi/pulumi");
  const { resourceSchema } = require("./bin/provider/schema/packageSchema");
  const names = ["EventStream", "RateLimitPolicy", "GuardianFcmv1Provider"];`;
const compiledAhead = `
  const { validator } = require("./bin/provider/schema/validate");
  for (const name of names) validator(resourceSchema(name).inputs)({});`;
const compiledAtStart = `
  const options = { allErrors: true, discriminator: true, strict: false, logger: false, formats: { url: true } };
  const ajv = new (require("ajv").default)(options);
  for (const name of names) ajv.compile({ ...resourceSchema(name).inputs, title: undefined })({});`;

/** The code's time in milliseconds in a new process, once Pulumi and the schemas are loaded. */
async function timed(code: string): Promise<number> {
  const script = `${schemas} const start = performance.now(); ${code} console.log(performance.now() - start);`;
  return Number((await mustRun(process.execPath, ["-e", script], { cwd: root })).stdout);
}

const cases = {
  validators: {
    "compiled ahead": () => timed(compiledAhead),
    "compiled at the start": () => timed(compiledAtStart),
  },
  "process start to the first response": {
    dynamic: () => firstResponse(require.resolve("@pulumi/pulumi/cmd/dynamic-provider")),
    plugin: () => firstResponse(join(root, "plugin", "main.js")),
  },
};

export async function load(_: Tenant, record: RecordSample): Promise<void> {
  // The subjects run in turn, so that a busy moment of the machine affects all of them.
  for (let round = 0; round <= rounds; round++) {
    for (const [label, subjects] of Object.entries(cases)) {
      for (const [subject, run] of Object.entries(subjects)) {
        const ms = await run();
        // The first round isn't recorded, because it reads everything from the disk.
        if (round > 0) record(label, subject, { ms });
      }
    }
  }
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
    // The first line of the process is its port.
    const [port] = await once(createInterface(child.stdout), "line");
    const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
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
