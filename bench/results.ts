import { execFileSync } from "node:child_process";
import { availableParallelism, loadavg } from "node:os";
import { version } from "@pulumi/pulumi/version";
import { pulumiBin } from "../tools/pulumiBin";
import { of } from "./limits";
import { type Group, picture } from "./picture";
import { seconds } from "./report";
import { middle, type Row } from "./sample";

/** What the numbers hang on, and who else was at work; without saying which machine it was. */
export async function conditions(): Promise<string> {
  const bin = await pulumiBin();
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  const cli = execFileSync(`${bin}/pulumi`, ["version"], { encoding: "utf8", env }).trim();
  const date = new Date().toISOString().slice(0, 10);
  return `${date}: ${availableParallelism()} processors (${process.platform}, ${process.arch}), Node ${process.versions.node}, Pulumi CLI ${cli.replace(/^v/, "")}, @pulumi/pulumi ${version}; load average at the start ${loadavg()[0]?.toFixed(1)}.`;
}

export const howMeasured = `Measured by \`make bench\` with the real Pulumi CLI, a file backend and a JavaScript program, against the
emulator of this repository in a process of its own, all on one machine. Half of the objects are
event streams to webhooks, half rate-limit policies. \`up\` makes them (\`--skip-preview\`); \`preview\` and
\`refresh\` (\`--skip-preview\`) follow, with nothing changed. How many requests the engine has under way
at once it takes from the number of processors.`;

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
        const row = of(rows, subject, command, count);
        if (!row) return [];
        const value = middle(row, "ms");
        const label = `${names[subject]}: ${command}`;
        return [{ label, value, text: seconds(value), color: colors[subject] }];
      }),
    }));
  return picture("Wall time on one machine, shorter is better", groups);
}
