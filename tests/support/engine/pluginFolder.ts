import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../project";

/**
 * A folder with the plugin of this build, as the engine finds it by `plugins: providers: [{ name, path }]`
 * in Pulumi.yaml.
 */
export function writePluginFolder(folder: string): string {
  const main = join(root, "bin", "provider", "adapters", "plugin", "main.js");
  mkdirSync(folder, { recursive: true });
  const script = `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`;
  writeFileSync(join(folder, "pulumi-resource-auth0-native"), script, { mode: 0o755 });
  return folder;
}
