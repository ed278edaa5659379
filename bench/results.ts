import { readFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { version } from "@pulumi/pulumi/version";
import { mustRun } from "../tools/process";
import { pulumiBin } from "../tools/pulumiBin";
import { findRow } from "./limits";
import { peerVersion } from "./peer";
import { type Group, picture } from "./picture";
import { seconds } from "./report";
import { medianOf, type Row } from "./sample";
import { commands } from "./stack";

/** The date, the versions, the processors and the load that the figures depend on. */
export async function conditions(): Promise<string> {
  const bin = await pulumiBin();
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  const { stdout } = await mustRun(`${bin}/pulumi`, ["version"], { env });
  const cliVersion = stdout.trim().replace(/^v/, "");
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${availableParallelism()} processors (${process.platform}, ${process.arch})`;
  const versions = `Node ${process.versions.node}, Pulumi CLI ${cliVersion}, @pulumi/pulumi ${version}`;
  const official = await peerVersion();
  const peer = official === undefined ? "" : `, pulumi-auth0 ${official}`;
  const load = loadavg()[0]?.toFixed(1);
  return `${date}: ${machine}, ${versions}${peer}; load average at the start ${load}.`;
}

export const howMeasured = `Measured by \`make bench\` with the real Pulumi CLI, a file backend and a JavaScript program, against the
emulator of this repository over https in another process, all on one machine. Half of the objects are event
streams to webhooks, half rate-limit policies. \`up\` creates them (\`--skip-preview\`); \`preview\` and
\`refresh\` (\`--skip-preview\`) follow without changes. The number of parallel requests of the engine
depends on the number of processors.`;

/** The label and the color of each bar. */
const bars = [
  ["floor", "a provider that does nothing", "grey"],
  ["ours", "pulumi-auth0-native, dynamic", "blue"],
  ["plugin", "pulumi-auth0-native, plugin", "blue"],
  ["pulumi-auth0", "pulumi-auth0", "orange"],
] as const;

export function chart(rows: Row[], sizes: number[]): string {
  const groups: Group[] = sizes
    .filter((count) => count >= 100)
    .map((count) => ({
      title: `${count} objects`,
      bars: commands.flatMap((command) =>
        bars.flatMap(([subject, name, color]) => {
          const row = findRow(rows, subject, { command, count });
          if (!row) return [];
          const value = medianOf(row, "ms");
          return [{ label: `${name}: ${command}`, value, text: seconds(value), color }];
        }),
      ),
    }));
  return picture("Wall time on one machine, shorter is better", groups);
}

export const resultsFile = join(__dirname, "results.md");

/** A section of the last results, which measured what this run could not. */
export const keptSection = (title: string): string =>
  readFileSync(resultsFile, "utf8")
    .split(/\n\n(?=## )/)
    .find((section) => section.startsWith(`## ${title}\n`))
    ?.trim() ?? "";
