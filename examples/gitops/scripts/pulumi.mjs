// Runs the Pulumi CLI.
import { spawn, spawnSync } from "node:child_process";

/** Older ones end with 255 whatever happened. */
const oldest = [3, 227];

export function checkCli() {
  const { stdout, error } = spawnSync("pulumi", ["version"], { encoding: "utf8" });
  if (error)
    throw new Error(`There is no Pulumi CLI on the PATH (${error.code}): install it first.`);
  const [, major, minor] = /^v?(\d+)\.(\d+)\./.exec(stdout.trim()) ?? [];
  const wanted = `this needs ${oldest.join(".")} or newer: raise the pinned version`;
  if (major === undefined) {
    throw new Error(
      `\`pulumi version\` answered "${stdout.trim()}", which is no version; ${wanted}.`,
    );
  }
  if (Number(major) < oldest[0] || (Number(major) === oldest[0] && Number(minor) < oldest[1])) {
    throw new Error(`The Pulumi CLI is ${stdout.trim()}, which is too old; ${wanted}.`);
  }
}

/** Exit code of a command whose lines, of both streams, go to `hear` as they come. */
export function pulumi(args, hear) {
  const child = spawn("pulumi", [...args, "--non-interactive", "--color", "never"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) {
    let rest = "";
    stream.setEncoding("utf8").on("data", (part) => {
      const lines = (rest + part).split("\n");
      rest = lines.pop();
      for (const line of lines) hear(line);
    });
    stream.on("end", () => rest && hear(rest));
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

/** A forge strikes secrets out of its logs only, and not out of what a job writes elsewhere. */
export function withoutSecrets(text, env = process.env) {
  const named = /TOKEN|SECRET|PASSPHRASE|PASSWORD|PRIVATE_KEY|ACCESS_KEY/;
  const values = Object.entries(env)
    .filter(([name, value]) => named.test(name) && value.length >= 6)
    .map(([, value]) => value)
    .sort((a, b) => b.length - a.length);
  return values.reduce((clean, value) => clean.replaceAll(value, "[secret]"), text);
}
