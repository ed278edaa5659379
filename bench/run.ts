import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chart } from "./chart";
import { deployments } from "./deployCli";
import { drift } from "./drift";
import { engine } from "./engine";
import { peerSection, peerTitle } from "./engineTables";
import { fleet } from "./fleet";
import { imports } from "./import";
import { load } from "./load";
import { forms } from "./peer";
import { failsRun, type Limit, limitTable, type Results, section } from "./report";
import { conditions, howMeasured, keptSection, resultsFile } from "./results";
import { printProgress, type Row } from "./sample";
import { measureSmallPlan } from "./smallPlan";

/**
 * `npx tsx bench/run.ts` runs every part and writes results.md and results.svg. With an option it only
 * prints the results: `--only engine,load` runs some parts, `--sizes 2,100` and `--rounds 1` run
 * fewer sizes and rounds.
 */

/** In the order of their sections. */
const parts: Record<string, () => Promise<Results>> = {
  engine: () => engine(sizes, rounds),
  drift,
  fleet,
  import: imports,
  "deploy-cli": deployments,
  "small-plan": measureSmallPlan,
  load,
};
const names = Object.keys(parts);

const { values: flags } = parseArgs({
  options: {
    only: { type: "string", default: names.join(",") },
    sizes: { type: "string", default: "2,100,500" },
    rounds: { type: "string" },
  },
});
const chosen = flags.only.split(",");
const unknown = chosen.find((name) => !names.includes(name));
if (unknown !== undefined) throw new Error(`there is no part ${unknown}, only ${names.join(", ")}`);
const sizes = flags.sizes.split(",").map(Number);

function rounds(count: number): number {
  if (flags.rounds !== undefined) return Number(flags.rounds);
  if (count < 100) return 5;
  return count < 500 ? 4 : 2;
}

/** Without options: only then the results are written. */
const complete = process.argv.length === 2;

const limitsText = `\`make bench\` marks every value that exceeds its limit. It fails only if a value is more than 1.5 times
its limit, because other processes on the machine change medians by some percent. The size of the
state does not depend on the machine, so \`make bench\` fails if the size exceeds its limit at all. A
ratio is not compared with its limit if its rounds differ by more than a quarter.`;

async function main(): Promise<void> {
  const conditionsAtStart = await conditions();
  printProgress(conditionsAtStart);
  const sections: string[] = [];
  const limits: Limit[] = [];
  const rows: Row[] = [];
  for (const [name, part] of Object.entries(parts)) {
    if (!chosen.includes(name)) continue;
    const measured = await part();
    sections.push(...measured.sections);
    limits.push(...(measured.limits ?? []));
    rows.push(...(measured.rows ?? []));
  }

  if (forms().includes("pulumi-auth0")) sections.push(peerSection(rows, conditionsAtStart));
  else if (complete) sections.push(keptSection(peerTitle));
  if (limits.length > 0) sections.unshift(section("Limits", limitsText, limitTable(limits)));
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
