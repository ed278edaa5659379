import { join } from "node:path";
import { type Fleet, fleet as startFleet } from "../tests/support/drift/fleet";
import { run } from "../tools/process";
import { peakOfTree } from "./processTree";
import { megabytes, type Results, seconds, section, table } from "./report";
import { defaults, median, printProgress } from "./sample";

/** One run of `pulumi-auth0-native drift`. */
interface Check {
  ms: number;
  /** Peak resident memory of the command and of all processes that it starts. */
  peakMb: number;
}

const tenantCount = 40;
const stackCount = 200;
const shardCount = 8;
const stacksOfShard = stackCount / shardCount;

const script = join(__dirname, "..", "cli.js");

const program = `
  const { EventStream, RateLimitPolicy } = require("pulumi-auth0-native");
  new EventStream("crm", {
    name: "crm",
    destination: { type: "action", configuration: { actionId: "5f3c1a52-action" } },
  });
  new RateLimitPolicy("partners", {
    resource: "oauth_authentication_api", consumer: "client", consumerSelector: "default",
    configuration: { action: "block", limit: 100 },
  });
`;

export async function fleet(): Promise<Results> {
  const alone = await withFleet(stacksOfShard, tenantCount / shardCount, async (few) => {
    // A first run, not recorded: it reads everything from the disk.
    await check(few);
    return check(few);
  });
  const [shard, whole] = await withFleet(stackCount, tenantCount, async (all) => {
    // Every third tenant has drifted.
    for (const [index, { tenant }] of all.members.slice(0, tenantCount).entries()) {
      if (index % 3 === 0) tenant.policies.clear();
    }
    const shards: Check[] = [];
    for (let shard = 1; shard <= shardCount; shard++) {
      shards.push(await check(all, "--shard", `${shard}/${shardCount}`));
    }
    const together = {
      ms: median(shards.map(({ ms }) => ms)),
      peakMb: Math.max(...shards.map(({ peakMb }) => peakMb)),
    };
    return [together, await check(all)] as const;
  });
  const checks = [
    { what: `${stacksOfShard} stacks alone`, ...alone },
    { what: `a shard of ${stacksOfShard}, of ${stackCount} stacks`, ...shard },
    { what: `${stackCount} stacks at once`, ...whole },
  ];
  const figures = table(checks, [
    ["", ({ what }) => what],
    ["time", ({ ms }) => seconds(ms)],
    ["with Pulumi", ({ peakMb }) => megabytes(peakMb)],
  ]);
  return { sections: [section("Shards of a fleet", text, figures)] };
}

async function withFleet<T>(
  stacks: number,
  tenants: number,
  work: (all: Fleet) => Promise<T>,
): Promise<T> {
  const all = await startFleet(stacks, program, tenants, "passphrase");
  try {
    // The project's own stack, which has no tenant.
    await all.project.pulumi("stack", "rm", "test", "--yes");
    return await work(all);
  } finally {
    await all.remove();
  }
}

async function check({ project }: Fleet, ...args: string[]): Promise<Check> {
  let peak = Promise.resolve(Number.NaN);
  const start = performance.now();
  const { code, text } = await run(process.execPath, [script, "drift", "--all", ...args], {
    cwd: project.folder,
    env: { ...project.env, ...defaults },
    onStart: (pid) => {
      peak = peakOfTree(pid);
    },
  });
  const ms = performance.now() - start;
  if (code === 1) throw new Error(`drift ended with ${code}:\n${text}`);
  const peakMb = await peak;
  printProgress(`drift --all ${args.join(" ")}: ${seconds(ms)}, ${megabytes(peakMb)}`);
  return { ms, peakMb };
}

const text = `\`pulumi-auth0-native drift --all\` of stacks with one stream and one policy each, four at a time. The shards run
one after another. "With Pulumi" is the peak resident memory of the command, the engines and the providers
that it starts, taken together. Of the shards, the time is the median and the memory the maximum.`;
