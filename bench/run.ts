import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { captions } from "./captions";
import { crowd } from "./crowd";
import { deployments } from "./deployments";
import { drift } from "./drift";
import { engine } from "./engine";
import { fails, type Limit, limitsOfEngine, limitsOfLoading } from "./limits";
import { load } from "./load";
import { progress } from "./progress";
import {
  costTable,
  crowdTable,
  deploymentTable,
  driftTable,
  engineTable,
  latencyTable,
  limitTable,
  loadTable,
  peerTable,
  stateTable,
} from "./report";
import { chart, conditions, howMeasured } from "./results";
import type { Row } from "./sample";

/**
 * `npx tsx bench/run.ts`: everything, and then the results are written down. `--only engine,load`:
 * some parts; `--sizes 10,100` and `--rounds 1`: less of them; the results are then only printed.
 */

const parts = ["load", "engine", "drift", "deploy-cli", "crowd"] as const;
type Part = (typeof parts)[number];

const { values: flags } = parseArgs({
  options: {
    only: { type: "string", default: parts.join(",") },
    sizes: { type: "string", default: "10,100,500" },
    rounds: { type: "string" },
  },
});
const chosen = flags.only.split(",") as Part[];
const unknown = chosen.find((part) => !parts.includes(part));
if (unknown !== undefined) throw new Error(`there is no part ${unknown}, only ${parts.join(", ")}`);
const sizes = flags.sizes.split(",").map(Number);
const rounds = (count: number) => Number(flags.rounds ?? (count < 100 ? 3 : count < 500 ? 4 : 3));
const complete = process.argv.length === 2;

const crowdSize = 60;

async function main(): Promise<void> {
  const before = await conditions();
  progress(before);
  const limits: Limit[] = [];
  const sections: string[] = [];
  const rows: Row[] = [];
  const section = (title: string, ...texts: string[]) =>
    sections.push([`## ${title}`, ...texts].join("\n\n"));

  if (chosen.includes("engine")) {
    rows.push(...(await engine({ sizes, rounds })));
    limits.push(...limitsOfEngine(rows, sizes));
    section("Beside a provider that does nothing", captions.engine, engineTable(rows, sizes));
    section("Processors and memory", captions.cost, costTable(rows, sizes));
    section("State", captions.state, stateTable(rows, sizes));
    section("With 100 ms of latency", captions.latency, latencyTable(rows, sizes));
  }
  if (chosen.includes("drift")) {
    section("Drift checks", captions.drift, driftTable(await drift()));
  }
  if (chosen.includes("deploy-cli")) {
    const theirs = await deployments(sizes);
    rows.push(...theirs);
    section("auth0-deploy-cli", captions.deployments, deploymentTable(theirs));
  }
  if (chosen.includes("crowd")) {
    const table = crowdTable(await crowd(crowdSize));
    section(`${crowdSize} objects on a small plan`, captions.crowd, table);
  }
  if (complete) section("pulumi-auth0", captions.peer, peerTable());
  if (chosen.includes("load")) {
    const loaded = load();
    limits.push(...limitsOfLoading(loaded));
    section("Loading", captions.load, loadTable(loaded));
  }
  if (limits.length > 0) {
    sections.unshift(["## Limits", captions.limits, limitTable(limits)].join("\n\n"));
  }
  console.log(`\n${sections.join("\n\n")}`);
  if (complete) {
    const image = "![Wall time of every command, by tool and number of objects](results.svg)";
    const head = ["# What it costs", before, howMeasured, image];
    writeFileSync(join(__dirname, "results.md"), `${[...head, ...sections].join("\n\n")}\n`);
    writeFileSync(join(__dirname, "results.svg"), chart(rows, sizes));
  }
  if (limits.some(fails)) process.exitCode = 1;
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
