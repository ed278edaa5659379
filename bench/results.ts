import { availableParallelism, loadavg } from "node:os";
import { version } from "@pulumi/pulumi/version";
import { mustRun } from "../tools/process";
import { pulumiBin } from "../tools/pulumiBin";
import { findRow } from "./limits";
import { type Group, picture } from "./picture";
import { seconds } from "./report";
import { medianOf, type Row } from "./sample";

/** The date, the versions, the processors and the load that the figures depend on. */
export async function conditions(): Promise<string> {
  const bin = await pulumiBin();
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  const { stdout } = await mustRun(`${bin}/pulumi`, ["version"], { env });
  const cliVersion = stdout.trim().replace(/^v/, "");
  const date = new Date().toISOString().slice(0, 10);
  const machine = `${availableParallelism()} processors (${process.platform}, ${process.arch})`;
  const versions = `Node ${process.versions.node}, Pulumi CLI ${cliVersion}, @pulumi/pulumi ${version}`;
  const load = loadavg()[0]?.toFixed(1);
  return `${date}: ${machine}, ${versions}; load average at the start ${load}.`;
}

export const howMeasured = `Measured by \`make bench\` with the real Pulumi CLI, a file backend and a JavaScript program, against the
emulator of this repository in another process, all on one machine. Half of the objects are event
streams to webhooks, half rate-limit policies. \`up\` creates them (\`--skip-preview\`); \`preview\` and
\`refresh\` (\`--skip-preview\`) follow without changes. The number of parallel requests of the engine
depends on the number of processors.`;

const names = {
  floor: "a provider that does nothing",
  ours: "pulumi-auth0-native",
  "deploy-cli": "auth0-deploy-cli",
};
const colors = { floor: "grey", ours: "blue", "deploy-cli": "orange" } as const;

const bars: [subject: keyof typeof names, command: string][] = [
  ["floor", "up"],
  ["ours", "up"],
  ["deploy-cli", "import"],
  ["floor", "preview"],
  ["ours", "preview"],
  ["deploy-cli", "import --dry-run"],
  ["floor", "refresh"],
  ["ours", "refresh"],
  ["deploy-cli", "import again"],
];

export function chart(rows: Row[], sizes: number[]): string {
  const groups: Group[] = sizes
    .filter((count) => count >= 100)
    .map((count) => ({
      title: `${count} objects`,
      bars: bars.flatMap(([subject, command]) => {
        const row = findRow(rows, subject, command, count);
        if (!row) return [];
        const value = medianOf(row, "ms");
        const label = `${names[subject]}: ${command}`;
        return [{ label, value, text: seconds(value), color: colors[subject] }];
      }),
    }));
  return picture("Wall time on one machine, shorter is better", groups);
}
