import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pluginPackage } from "../../../provider/stateStrings";
import { root } from "../project";

/**
 * A folder with the plugin of this build, as the engine finds it by `plugins: providers: [{ name, path }]`
 * in Pulumi.yaml.
 */
export function writePluginFolder(folder: string): string {
  const main = join(root, "bin", "provider", "adapters", "plugin", "main.js");
  mkdirSync(folder, { recursive: true });
  const script = `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`;
  writeFileSync(join(folder, `pulumi-resource-${pluginPackage}`), script, { mode: 0o755 });
  return folder;
}

/** Makes the engine serve a project with the plugin of this build. */
export function addPlugin({ folder }: { folder: string }): void {
  const path = writePluginFolder(join(folder, "plugin"));
  const plugins = { providers: [{ name: pluginPackage, path }] };
  appendFileSync(join(folder, "Pulumi.yaml"), `plugins: ${JSON.stringify(plugins)}\n`);
}
