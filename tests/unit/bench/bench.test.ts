import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { importFile } from "../../../bench/deployCli";
import { limitsOfImport } from "../../../bench/import";
import { compare, floorPair, limitsOfEngine, limitsOfPeer, stateOf } from "../../../bench/limits";
import { peerObjects } from "../../../bench/peer";
import { observePeak, peakOfTree } from "../../../bench/processTree";
import { failsRun, verdict } from "../../../bench/report";
import { mergeRounds, type Row, type Sample } from "../../../bench/sample";
import { type RunOptions, run } from "../../../tools/process";
import { removeTemporaryFolders, temporaryFolder } from "../../support/project";

afterAll(removeTemporaryFolders);

const sample = (ms: number): Sample => ({
  ms,
  requests: 0,
  refusals: 0,
  tokens: 0,
  peakMb: 0,
  stateBytes: 0,
});

const row = (subject: Row["subject"], ...times: number[]): Row => ({
  subject,
  command: "up",
  count: 100,
  latencyMs: 0,
  samples: times.map(sample),
});

test("a ratio is computed for each round, so that a slow round affects both sides", () => {
  const rows = [row("floor", 10, 40, 20), row("ours", 11, 44, 100)];
  expect(compare(rows, rows[0] as Row, floorPair).ratio).toBeCloseTo(1.1);
});

test("a state of more than 1,600 bytes for each object fails the run", () => {
  const verdicts = [1600, 1601].map((bytes) => {
    const stateBytes = bytes * 100;
    const rows = [{ ...row("ours", 1), samples: [{ ...sample(1), stateBytes }] }];
    expect(stateOf(rows, "ours", 100)).toBe(bytes);
    const limit = limitsOfEngine(rows, [100]).find(({ unit }) => unit === "bytes");
    return limit && [verdict(limit), failsRun(limit)];
  });
  expect(verdicts).toEqual([
    ["met", false],
    ["EXCEEDED", true],
  ]);
});

test("rounds of one command become one row, rounds of another tool do not", () => {
  const rows = mergeRounds([row("floor", 1), row("ours", 2), row("floor", 3)]);
  expect(rows).toEqual([row("floor", 1, 3), row("ours", 2)]);
});

test("a value up to its limit is met, above it is marked, and above 1.5 times the limit fails the run", () => {
  const at = (measured: number) => ({ what: "", measured, limit: 10, unit: "" });
  expect([10, 10.1, 15, 15.1].map((measured) => verdict(at(measured)))).toEqual([
    "met",
    "EXCEEDED",
    "EXCEEDED",
    "EXCEEDED by a lot",
  ]);
  expect([15, 15.1].map((measured) => failsRun(at(measured)))).toEqual([false, true]);
});

test("a ratio with a large spread is neither met nor failed", () => {
  const rows = [row("floor", 10, 10), row("ours", 10, 30)];
  const noisy = limitsOfEngine(rows, [100]).find(({ what }) => what.includes("`up`"));
  expect(noisy && [noisy.measured, verdict(noisy), failsRun(noisy)]).toEqual([
    2,
    "too noisy to tell",
    false,
  ]);
});

test("a value that was not measured is neither met nor failed", () => {
  const unknown = { what: "", measured: Number.NaN, limit: 10, unit: "" };
  expect([verdict(unknown), failsRun(unknown)]).toEqual(["not measured", false]);
});

test("auth0-deploy-cli gets the same objects with the service's property names", () => {
  const { eventStreams, rateLimitPolicies } = JSON.parse(importFile(2));
  expect(eventStreams).toEqual([
    {
      name: "stream-1",
      status: "enabled",
      subscriptions: [{ event_type: "user.created" }, { event_type: "user.deleted" }],
      destination: {
        type: "webhook",
        configuration: {
          webhook_endpoint: "https://hooks.example.com/auth0/1",
          webhook_authorization: { method: "bearer", token: "token-of-stream-1" },
        },
      },
    },
  ]);
  expect(rateLimitPolicies).toMatchObject([{ consumer_selector: "client_id:c1" }]);
});

test("the form of ours that takes less time is compared with the official provider", () => {
  const remote = (subject: Row["subject"], command: string, ...times: number[]) => ({
    ...row(subject, ...times),
    command,
    latencyMs: 100,
  });
  const limits = limitsOfPeer([
    remote("ours", "up", 70, 80),
    remote("plugin", "up", 59, 61),
    remote("pulumi-auth0", "up", 100, 100),
    remote("ours", "refresh", 50),
    remote("plugin", "refresh", 60),
    remote("pulumi-auth0", "refresh", 100),
  ]);
  expect(limits.map(({ what, measured, limit }) => [what, measured, limit])).toEqual([
    ["`up` of 2 objects, better of ours / pulumi-auth0", Number.NaN, 1],
    ["`up` of 100 objects at 100 ms, better of ours / pulumi-auth0", 0.6, 0.6],
    ["`up --parallel 32` of 100 objects at 100 ms, better of ours / pulumi-auth0", Number.NaN, 0.8],
    ["`refresh` of 100 objects at 100 ms, better of ours / pulumi-auth0", 0.5, 0.5],
  ]);
});

test("the official provider gets the same objects with its property names", () => {
  const { EventStream, RateLimitPolicy } = peerObjects(2);
  expect(EventStream).toEqual({
    "stream-1": {
      name: "stream-1",
      status: "enabled",
      subscriptions: ["user.created", "user.deleted"],
      destinationType: "webhook",
      webhookConfiguration: {
        webhookEndpoint: "https://hooks.example.com/auth0/1",
        webhookAuthorization: { method: "bearer", token: "token-of-stream-1" },
      },
    },
  });
  expect(RateLimitPolicy).toMatchObject({ "policy-1": { consumerSelector: "client_id:c1" } });
});

test.each([
  ["linear", (count: number) => count, 0.28, "met", false],
  ["quadratic", (count: number) => count ** 2, 9.9, "EXCEEDED by a lot", true],
])(
  "an import of 2 s and a time that is %s is judged by the time of each object",
  (_, costMs, ratio, text, fails) => {
    const rows = [500, 5_000].map((count) => ({
      ...row("ours", 2_000 + costMs(count)),
      command: "import",
      count,
    }));
    const limit = limitsOfImport(rows)[1];
    expect(limit?.measured).toBeCloseTo(ratio, 1);
    expect(limit && [verdict(limit), failsRun(limit)]).toEqual([text, fails]);
  },
);

const onLinux = process.platform === "linux" ? test : test.skip;

/** Node.js code that prints a line, and runs until its folder has a file `end`. */
const script = "console.log(1); setInterval(() => fs.existsSync('end') && process.exit(), 10)";
const parent = `child_process.execFileSync(process.execPath, ["-e", "${script}"], { stdio: "inherit" })`;

/** Runs a command in a folder, and ends it when it has printed a line and every observer has looked. */
async function runObserved(
  command: string,
  args: string[],
  folder: string,
  options: RunOptions = {},
) {
  // Observers look every 20 ms.
  const onOutput = () => void setTimeout(() => writeFileSync(join(folder, "end"), ""), 100);
  await run(command, args, { ...options, cwd: folder, onOutput });
}

onLinux("the memory of a process includes that of its children", async () => {
  const [alone = 0, withChild = 0] = await Promise.all([script, parent].map(peakOf));

  expect(alone).toBeGreaterThan(20);
  expect(withChild).toBeGreaterThan(alone * 1.5);
});

onLinux("the peak of a process that names its id in a file is known after its end", async () => {
  const folder = temporaryFolder();
  const peak = observePeak(join(folder, "pid"));
  const named = `echo $$ > pid; exec '${process.execPath}' -e "${script}"`;
  await runObserved("sh", ["-c", named], folder);

  expect(peak()).toBeGreaterThan(20);
});

async function peakOf(code: string): Promise<number> {
  let peak = Promise.resolve(0);
  const onStart = (pid: number) => {
    peak = peakOfTree(pid);
  };
  await runObserved(process.execPath, ["-e", code], temporaryFolder(), { onStart });
  return peak;
}
