import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { captions } from "./captions";
import { deliveriesTable, limitsOfDeliveries, measureDeliveries } from "./deliveries";
import { measureDeployments } from "./deployments";
import { measureDrift } from "./drift";
import { measureEngine } from "./engine";
import { fleetTable, limitsOfFleet, measureFleet } from "./fleet";
import { measureImport } from "./import";
import {
  failsRun,
  type Limit,
  limitsOfEngine,
  limitsOfImport,
  limitsOfLoading,
  limitsOfPlugin,
} from "./limits";
import { measureLoading } from "./load";
import { measurePlugin } from "./plugin";
import { printProgress } from "./progress";
import {
  costTable,
  deploymentTable,
  driftTable,
  engineTable,
  importTable,
  latencyTable,
  limitTable,
  loadTable,
  peerTable,
  placeholderText,
  pluginCostTable,
  pluginTable,
  smallPlanTable,
  startTable,
  stateTable,
} from "./report";
import { chart, conditions, howMeasured } from "./results";
import type { Row } from "./sample";
import { measureSmallPlan } from "./smallPlan";

/**
 * `npx tsx bench/run.ts` runs every part and writes results.md and results.svg. With an option it only
 * prints the results: `--only engine,load` runs some parts, `--sizes 10,100` and `--rounds 1` run
 * fewer sizes and rounds.
 */

const parts = [
  "load",
  "engine",
  "plugin",
  "drift",
  "fleet",
  "import",
  "deliveries",
  "deploy-cli",
  "small-plan",
] as const;
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

function rounds(count: number): number {
  if (flags.rounds !== undefined) return Number(flags.rounds);
  // The ratios of 100 objects have limits, but a short command has much noise: one round more.
  return count >= 100 && count < 500 ? 4 : 3;
}

/** Without options: only then the results are written. */
const complete = process.argv.length === 2;

const smallPlanSize = 60;
/** What differs is the start of a process, which large stacks hide. */
const maxPluginSize = 100;

/** What the chosen parts have measured. */
interface Results {
  limits: Limit[];
  rows: Row[];
  /** In Markdown. */
  sections: string[];
}

const section = (title: string, ...texts: string[]) => [`## ${title}`, ...texts].join("\n\n");

async function measureEngineParts({ limits, rows, sections }: Results): Promise<void> {
  rows.push(...(await measureEngine({ sizes, rounds })));
  limits.push(...limitsOfEngine(rows, sizes));
  sections.push(
    section(
      "Compared with a provider that does nothing",
      captions.engine,
      engineTable(rows, sizes),
    ),
    section("Processors and memory", captions.cost, costTable(rows, sizes)),
    section("State", captions.state, stateTable(rows, sizes)),
    section("With 100 ms of latency", captions.latency, latencyTable(rows, sizes)),
  );
}

async function measurePluginPart({ limits, sections }: Results): Promise<void> {
  const small = sizes.filter((count) => count <= maxPluginSize);
  const measured = await measurePlugin(small, rounds);
  limits.push(...limitsOfPlugin(measured));
  sections.push(
    section(
      "The plugin compared with the dynamic provider",
      captions.plugin,
      startTable(measured),
      pluginTable(measured),
      pluginCostTable(measured),
    ),
  );
}

async function measureParts(results: Results): Promise<void> {
  const { limits, rows, sections } = results;
  if (chosen.includes("engine")) await measureEngineParts(results);
  if (chosen.includes("plugin")) await measurePluginPart(results);
  if (chosen.includes("drift")) {
    sections.push(section("Drift checks", captions.drift, driftTable(await measureDrift())));
  }
  if (chosen.includes("fleet")) {
    const measured = await measureFleet();
    limits.push(...limitsOfFleet(measured));
    sections.push(section("Shards of a fleet", captions.fleet, fleetTable(measured)));
  }
  if (chosen.includes("import")) {
    const imported = await measureImport();
    limits.push(...limitsOfImport(imported));
    const texts = [captions.import, importTable(imported), placeholderText(imported)];
    sections.push(section("Import of a tenant", ...texts));
  }
  if (chosen.includes("deliveries")) {
    const listed = await measureDeliveries();
    limits.push(...limitsOfDeliveries(listed));
    sections.push(section("Lists of deliveries", captions.deliveries, deliveriesTable(listed)));
  }
  if (chosen.includes("deploy-cli")) {
    const deployments = await measureDeployments(sizes);
    rows.push(...deployments);
    sections.push(section("auth0-deploy-cli", captions.deployments, deploymentTable(deployments)));
  }
  if (chosen.includes("small-plan")) {
    const title = `${smallPlanSize} objects on a small plan`;
    const table = smallPlanTable(await measureSmallPlan(smallPlanSize));
    sections.push(section(title, captions.smallPlan, table));
  }
  if (complete) sections.push(section("pulumi-auth0", captions.peer, peerTable()));
  if (chosen.includes("load")) {
    const loaded = await measureLoading();
    limits.push(...limitsOfLoading(loaded));
    sections.push(section("Loading", captions.load, loadTable(loaded)));
  }
}

async function main(): Promise<void> {
  const conditionsAtStart = await conditions();
  printProgress(conditionsAtStart);
  const results: Results = { limits: [], rows: [], sections: [] };
  await measureParts(results);

  const { limits, rows, sections } = results;
  if (limits.length > 0) {
    sections.unshift(section("Limits", captions.limits, limitTable(limits)));
  }
  console.log(`\n${sections.join("\n\n")}`);
  if (complete) {
    const image = "![Wall time of every command, by tool and number of objects](results.svg)";
    const head = ["# What it costs", conditionsAtStart, howMeasured, image];
    writeFileSync(join(__dirname, "results.md"), `${[...head, ...sections].join("\n\n")}\n`);
    writeFileSync(join(__dirname, "results.svg"), chart(rows, sizes));
  }
  if (limits.some(failsRun)) process.exitCode = 1;
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
