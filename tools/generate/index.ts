import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { indexFiles } from "./indexes";
import { root } from "./root";

/**
 * Writes the files that are generated from schema.json, from the definitions of the resources, from the examples in
 * YAML and from the templates of pipelines. With `--check` it writes nothing, and ends with exit code 1 if a file is
 * not current.
 */

const onlyCheck = process.argv.includes("--check");

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, name);
    if (!onlyCheck) {
      writeFileSync(path, text);
    } else if (!existsSync(path) || readFileSync(path, "utf8") !== text) {
      console.error(`${name} is not current: run \`npm run generate\` and commit it.`);
      process.exitCode = 1;
    }
  }
}

async function main(): Promise<void> {
  write(indexFiles());
  // Loaded now, since they load the definitions that these files list, and read the examples.
  const { examples } = require("./examples") as typeof import("./examples");
  write(await examples());
  const { generatedFiles } = require("./generatedFiles") as typeof import("./generatedFiles");
  write(await generatedFiles());
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
