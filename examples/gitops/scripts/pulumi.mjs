// Runs the Pulumi CLI.
import { spawn, spawnSync } from "node:child_process";

/** Older versions end with exit code 255 for every failure. */
const minimumVersion = [3, 227];

export function checkCli() {
  const { stdout, error } = spawnSync("pulumi", ["version"], { encoding: "utf8" });
  if (error) {
    throw new Error(`There is no Pulumi CLI on the PATH (${error.code}): install it first.`);
  }
  const [, major, minor] = /^v?(\d+)\.(\d+)\./.exec(stdout.trim()) ?? [];
  const wanted = `this needs ${minimumVersion.join(".")} or newer: raise the pinned version`;
  if (major === undefined) {
    throw new Error(
      `\`pulumi version\` printed "${stdout.trim()}", which is no version; ${wanted}.`,
    );
  }
  if (
    Number(major) < minimumVersion[0] ||
    (Number(major) === minimumVersion[0] && Number(minor) < minimumVersion[1])
  ) {
    throw new Error(`The Pulumi CLI is ${stdout.trim()}, which is too old; ${wanted}.`);
  }
}

/** Runs a command of the CLI; `onLine` gets each line of its output. Resolves to the exit code. */
export function pulumi(args, onLine) {
  const child = spawn("pulumi", [...args, "--non-interactive", "--color", "never"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) {
    let rest = "";
    stream.setEncoding("utf8").on("data", (part) => {
      const lines = (rest + part).split("\n");
      rest = lines.pop();
      for (const line of lines) onLine(line);
    });
    stream.on("end", () => rest && onLine(rest));
  }
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve(code ?? 1));
  });
}

/** Removes the job's secrets. A forge masks them in its logs only, not in comments and issues. */
export function withoutSecrets(text, env = process.env) {
  const secretNames = /TOKEN|SECRET|PASSPHRASE|PASSWORD|PRIVATE_KEY|ACCESS_KEY/;
  const values = Object.entries(env)
    .filter(([name, value]) => secretNames.test(name) && value.length >= 6)
    .map(([, value]) => value)
    .sort((a, b) => b.length - a.length);
  return values.reduce((clean, value) => clean.replaceAll(value, "[secret]"), text);
}
