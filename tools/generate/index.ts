import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { indexFiles } from "./indexes";
import { root } from "./root";

/**
 * Generates files from schema.json, the definitions of the resources, the examples, and the templates of
 * pipelines. With `--check`, it writes nothing, and ends with exit code 1 if a file isn't current.
 */

const onlyCheck = process.argv.includes("--check");

function write(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    const path = join(root, name);
    if (!onlyCheck) {
      writeFileSync(path, text);
    } else if (!existsSync(path) || readFileSync(path, "utf8") !== text) {
      console.error(`${name} isn't current. Run \`npm run generate\`, and commit the file.`);
      process.exitCode = 1;
    }
  }
}

async function main(): Promise<void> {
  write(indexFiles());
  // It loads the definitions that the files above list, so it is loaded only now.
  const { generatedFiles } = require("./generatedFiles") as typeof import("./generatedFiles");
  write(await generatedFiles());
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
