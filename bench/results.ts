import { readFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import { version } from "@pulumi/pulumi/version";
import { mustRun } from "../tools/process";
import { pulumiBin } from "../tools/pulumiBin";
import { peerVersion } from "./peer";

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

export const resultsFile = join(__dirname, "results.md");

/** A section of the last results, which measured what this run could not. */
export const keptSection = (title: string): string =>
  readFileSync(resultsFile, "utf8")
    .split(/\n\n(?=## )/)
    .find((section) => section.startsWith(`## ${title}\n`))
    ?.trim() ?? "";
