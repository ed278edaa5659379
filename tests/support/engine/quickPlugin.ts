import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { findOnPath } from "../../../tools/pulumiBin/onPath";
import { root } from "../project";

const script = "node_modules/@pulumi/pulumi/cmd/dynamic-provider/index.js";

/**
 * `pulumi-resource-pulumi-nodejs`, as the SDK has it, but for a project with the SDK in its own folder:
 * there it does not start a Node.js process that only looks for the script.
 */
const plugin = (original: string) => `#!/bin/sh
[ -f '${script}' ] || exec '${original}' "$@"
node '${script}' "$@"
`;

/** A CLI that returns its version without a start, because this package's commands ask for it first. */
const cli = (version: string) => `#!/bin/sh
if [ "$1" = version ]; then echo '${version}'; else exec "\${0%/*}/engine/pulumi" "$@"; fi
`;

/** The engine looks for its companions beside its own executable. */
const engineName = "pulumi";
const hostName = "pulumi-language-nodejs";
const pluginName = "pulumi-resource-pulumi-nodejs";

/** A folder with this folder's CLI and a plugin, which start faster. The companions may be on PATH. */
export function withQuickPlugin(bin: string): string {
  const find = (name: string) =>
    findOnPath(name, { PATH: [bin, process.env.PATH].join(delimiter) });
  const [engine = "", host = "", original = ""] = [engineName, hostName, pluginName].map(find);
  const versions = [engine, host].map((file) => statSync(file).mtimeMs);
  const version = createHash("sha256")
    .update([engine, host, ...versions, plugin(original), cli("")].join())
    .digest("hex");
  const folder = join(root, "node_modules", ".cache", "pulumi", version.slice(0, 12));
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const unfinished = mkdtempSync(`${folder}-`);
  // A copy, because the engine would follow a symbolic link, and a hard link needs the same device.
  const real = join(unfinished, "engine");
  mkdirSync(real);
  copyFileSync(engine, join(real, engineName));
  symlinkSync(host, join(real, hostName));
  writeFileSync(join(real, pluginName), plugin(original), { mode: 0o755 });
  for (const name of [hostName, pluginName])
    symlinkSync(join("engine", name), join(unfinished, name));
  const options = {
    encoding: "utf8",
    env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" },
  } as const;
  const cliVersion = execFileSync(engine, ["version"], options).trim();
  writeFileSync(join(unfinished, engineName), cli(cliVersion), { mode: 0o755 });
  try {
    renameSync(unfinished, folder);
  } catch {
    // Another test file was faster.
    rmSync(unfinished, { recursive: true });
  }
  return folder;
}
