import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import type { Tenant } from "../emulator/src";
import { mustRun } from "../tools/process";
import { pulumiBin } from "../tools/pulumiBin";
import { drift, driftCost } from "./drift";
import { engine, settings, smallPlan } from "./engine";
import { fleet } from "./fleet";
import { imports } from "./import";
import { failsRun, limitsOf, limitTable } from "./limits";
import { load } from "./load";
import { type RecordSample, type Row, recordTo } from "./rows";
import { forms, peerVersion } from "./stack";
import { costTable, sideBySide, time } from "./tables";
import { withTenant } from "./tenant";

/** Runs every part, and replaces the tables of results.md. With ONLY, it prints the tables of some parts. */

const parts: { [name: string]: (tenant: Tenant, record: RecordSample) => Promise<void> } = {
  engine,
  drift,
  "drift-cost": driftCost,
  fleet,
  import: imports,
  "small-plan": smallPlan,
  load,
};

/** The tables by the titles of their sections. */
function tablesOf(rows: Row[]): { [title: string]: string } {
  const ofPart = (name: string) => rows.filter(({ part }) => part === name);
  const engine = ofPart("engine");
  const floored = ["floor", "dynamic", "plugin"];
  return {
    Limits: limitTable(limitsOf(rows)),
    "Compared with a provider that does nothing": sideBySide(engine, floored, ["ms", "peakMb"]),
    State: sideBySide(engine, ["dynamic", ...settings], ["ms", "stateBytes"]),
    "Drift checks": costTable(ofPart("drift")),
    "Many stacks": costTable(ofPart("fleet")),
    "Import of a tenant": costTable(ofPart("import")),
    "60 objects on a small plan": costTable(rows.filter(({ label }) => label.startsWith("60 "))),
    Loading: costTable(ofPart("load")),
    "pulumi-auth0": sideBySide(rows, forms, ["ms", "requests", "peakMb"]),
  };
}

async function main(): Promise<void> {
  const only = process.env.ONLY ? process.env.ONLY.split(",") : undefined;
  const names = Object.keys(parts);
  const unknown = only?.find((name) => !names.includes(name));
  if (unknown)
    throw new Error(`There is no part ${unknown}. Set ONLY to some of ${names.join(", ")}.`);
  const peer = await peerVersion();
  if (!only && !peer)
    throw new Error(
      "All results need pulumi-resource-auth0, which isn't on PATH. Install it, or set ONLY to some parts.",
    );

  const conditionsAtStart = await conditions(peer);
  console.log(conditionsAtStart);
  const rows: Row[] = [];
  await withTenant(async (tenant) => {
    for (const [name, part] of Object.entries(parts)) {
      if (only && !only.includes(name)) continue;
      tenant.set({ latencyMs: 0, rateLimit: null });
      const record = recordTo(rows, name);
      await part(tenant, (label, subject, sample) => {
        console.log(`${label}, ${subject}: ${time(sample.ms)}`);
        record(label, subject, sample);
      });
    }
  });
  const file = join(__dirname, "results.md");
  let page = readFileSync(file, "utf8").replace(/^\d{4}-\d\d-\d\d: .*$/m, conditionsAtStart);
  for (const [title, table] of Object.entries(tablesOf(rows))) {
    page = withTable(page, title, table);
    console.log(`\n## ${title}\n\n${table}`);
  }
  if (!only) writeFileSync(file, page);
  if (limitsOf(rows).some(failsRun)) process.exitCode = 1;
}

/** The date, versions, processors, and load that the figures depend on. */
async function conditions(peer = "not measured"): Promise<string> {
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  const { stdout } = await mustRun(`${await pulumiBin()}/pulumi`, ["version"], { env });
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${availableParallelism()} processors (${process.platform}, ${process.arch})`;
  const pulumi = `Pulumi CLI ${stdout.trim().replace(/^v/, "")}`;
  const versions = `Node ${process.versions.node}, ${pulumi}, pulumi-auth0 ${peer}`;
  return `${date}: ${machine}, ${versions}; load average at the start ${loadavg()[0]?.toFixed(1)}.`;
}

function withTable(page: string, title: string, table: string): string {
  const place = new RegExp(`(^## ${title}\\n(?:(?!## ).*\\n)*?\\n)(\\|.*\\n)+`, "m");
  if (!place.test(page))
    throw new Error(`results.md has no section "${title}" with a table. Add one.`);
  return page.replace(place, (_, text) => `${text}${table}\n`);
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
