import { createHash } from "node:crypto";
import {
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
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

/** Of the engine: it looks for this plugin beside its own executable. */
const executables = ["pulumi", "pulumi-language-nodejs"];
const pluginName = "pulumi-resource-pulumi-nodejs";

/** A folder with the CLI of this folder and a plugin that starts sooner; or this folder, if links fail. */
export function withQuickPlugin(bin: string): string {
  const versions = executables.map((name) => statSync(join(bin, name)).mtimeMs);
  const version = createHash("sha256")
    .update([bin, ...versions, plugin("")].join())
    .digest("hex");
  const folder = join(root, "node_modules", ".cache", "pulumi", version.slice(0, 12));
  if (existsSync(folder)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const unfinished = mkdtempSync(`${folder}-`);
  try {
    for (const name of executables) linkSync(join(bin, name), join(unfinished, name));
    writeFileSync(join(unfinished, pluginName), plugin(join(bin, pluginName)), { mode: 0o755 });
    renameSync(unfinished, folder);
    return folder;
  } catch {
    // Another test file was faster, or the CLI is on another device or another user's.
    rmSync(unfinished, { recursive: true });
    return existsSync(folder) ? folder : bin;
  }
}
