import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { captions } from "./captions";
import { deliveriesTable, limitsOfDeliveries, measureDeliveries } from "./deliveries";
import { measureDeployments } from "./deployments";
import { limitsOfDrift, measureDrift, measureDriftCost } from "./drift";
import { measureEngine } from "./engine";
import { fleetTable, limitsOfFleet, measureFleet } from "./fleet";
import { limitsOfImport, measureImport } from "./import";
import {
  failsRun,
  type Limit,
  limitsOfEngine,
  limitsOfLoading,
  limitsOfPeer,
  limitsOfPlugin,
  limitsOfStarts,
} from "./limits";
import { measureLoading } from "./load";
import { forms } from "./peer";
import { printProgress } from "./progress";
import {
  costTable,
  deploymentTable,
  driftTable,
  importTable,
  limitTable,
  loadTable,
  peerTable,
  placeholderText,
  smallPlanTable,
  startTable,
  stateTable,
  timeTable,
} from "./report";
import { chart, conditions, howMeasured, keptSection, resultsFile } from "./results";
import type { Row } from "./sample";
import { measureSmallPlan, smallPlan } from "./smallPlan";
import { measureStarts } from "./start";

/**
 * `npx tsx bench/run.ts` runs every part and writes results.md and results.svg. With an option it only
 * prints the results: `--only engine,load` runs some parts, `--sizes 2,100` and `--rounds 1` run
 * fewer sizes and rounds.
 */

const parts = [
  "load",
  "engine",
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
    sizes: { type: "string", default: "2,100,500" },
    rounds: { type: "string" },
  },
});
const chosen = flags.only.split(",") as Part[];
const unknown = chosen.find((part) => !parts.includes(part));
if (unknown !== undefined) throw new Error(`there is no part ${unknown}, only ${parts.join(", ")}`);
const sizes = flags.sizes.split(",").map(Number);

function rounds(count: number): number {
  if (flags.rounds !== undefined) return Number(flags.rounds);
  if (count < 100) return 5;
  return count < 500 ? 4 : 2;
}

/** Without options: only then the results are written. */
const complete = process.argv.length === 2;

/** What the chosen parts have measured. */
interface Results {
  limits: Limit[];
  rows: Row[];
  /** In Markdown. */
  sections: string[];
}

const peerTitle = "pulumi-auth0";
const section = (title: string, ...texts: string[]) => [`## ${title}`, ...texts].join("\n\n");

async function measureEngineParts({ limits, rows, sections }: Results): Promise<void> {
  rows.push(...(await measureEngine({ sizes, rounds })));
  limits.push(...limitsOfEngine(rows, sizes));
  limits.push(...limitsOfPeer(rows), ...limitsOfPlugin(rows, sizes));
  sections.push(
    section("Compared with a provider that does nothing", captions.engine, timeTable(rows)),
    section("Processors and memory", captions.cost, costTable(rows)),
    section("State", captions.state, stateTable(rows, sizes)),
  );
}

async function measureParts(results: Results): Promise<void> {
  const { limits, rows, sections } = results;
  if (chosen.includes("engine")) await measureEngineParts(results);
  if (chosen.includes("drift")) {
    limits.push(...limitsOfDrift(await measureDriftCost()));
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
    const deployments = await measureDeployments();
    sections.push(section("auth0-deploy-cli", captions.deployments, deploymentTable(deployments)));
  }
  if (chosen.includes("small-plan")) {
    const measured = await measureSmallPlan();
    rows.push(...measured);
    const title = `${smallPlan.count} objects on a small plan`;
    sections.push(section(title, captions.smallPlan, smallPlanTable(measured)));
  }
  if (chosen.includes("load")) {
    const loaded = await measureLoading();
    const starts = await measureStarts();
    limits.push(...limitsOfLoading(loaded), ...limitsOfStarts(starts));
    sections.push(section("Loading", captions.load, loadTable(loaded), startTable(starts)));
  }
}

async function main(): Promise<void> {
  const conditionsAtStart = await conditions();
  printProgress(conditionsAtStart);
  const results: Results = { limits: [], rows: [], sections: [] };
  await measureParts(results);

  const { limits, rows, sections } = results;
  if (forms().includes("pulumi-auth0")) {
    sections.push(section(peerTitle, captions.peer(conditionsAtStart), peerTable(rows)));
  } else if (complete) {
    sections.push(keptSection(peerTitle));
  }
  if (limits.length > 0) {
    sections.unshift(section("Limits", captions.limits, limitTable(limits)));
  }
  console.log(`\n${sections.join("\n\n")}`);
  if (complete) {
    const image = "![Wall time of every command, by provider and number of objects](results.svg)";
    const head = ["# What it costs", conditionsAtStart, howMeasured, image];
    writeFileSync(resultsFile, `${[...head, ...sections].join("\n\n")}\n`);
    writeFileSync(join(__dirname, "results.svg"), chart(rows, sizes));
  }
  if (limits.some(failsRun)) process.exitCode = 1;
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
