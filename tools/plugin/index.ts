import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { bundlePlugin } from "./bundle";
import { licenseNotices } from "./bundledPackages";

/** Completes plugin/, the folder of the npm package that Pulumi starts the plugin from. */

const folder = join(__dirname, "..", "..", "plugin");

async function main(): Promise<void> {
  const { code, packages } = await bundlePlugin();
  writeFileSync(join(folder, "main.js"), code);
  writeFileSync(join(folder, "THIRD_PARTY_LICENSES"), licenseNotices(packages));
}

void main();
