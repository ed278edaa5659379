import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import * as definitions from "../../provider/resources";
import { resourceSchema } from "../../provider/schema/packageSchema";
import { mustRun } from "../process";
import { docs } from "./docs";
import { inexpressible } from "./inexpressible";
import { publishedSchema } from "./publishedSchema";
import { reportValidatorCode } from "./reportValidator";
import { sdkLookups } from "./sdkLookups";
import { sdkTypes } from "./sdkTypes";
import { validatorsCode } from "./validators";

/**
 * Writes the files that are generated from schema.json and from the schema of drift reports, unless the
 * provider cannot serve a resource. With `--check` it writes nothing, and ends with exit code 1 if a file is
 * not current.
 */

const root = join(__dirname, "..", "..");

/** The text of each generated file, by its path. */
async function generatedFiles(): Promise<Record<string, string>> {
  const pages = Object.entries(docs()).map(([name, text]) => [join(root, "docs", name), text]);
  return {
    [join(root, "sdk", "generated.ts")]: await formatted(sdkTypes()),
    [join(root, "sdk", "lookups.generated.ts")]: await formatted(sdkLookups()),
    [join(root, "provider", "schema", "validators.generated.ts")]: validatorsCode(),
    [join(root, "cli", "shared", "driftReport", "validator.generated.ts")]: reportValidatorCode(),
    [join(root, "docs", "schema.json")]: publishedSchema(),
    ...Object.fromEntries(pages),
  };
}

function assertExpressible(): void {
  const reasons = Object.values(definitions).flatMap((definition) =>
    inexpressible(definition, resourceSchema(definition.name)).map(
      (reason) => `${definition.name}: ${reason}`,
    ),
  );
  if (reasons.length > 0) throw new Error(`the provider cannot serve\n${reasons.join("\n")}`);
}

async function formatted(code: string): Promise<string> {
  const biome = join(root, "node_modules", ".bin", "biome");
  const args = ["format", "--stdin-file-path=sdk/generated.ts"];
  return (await mustRun(biome, args, { cwd: root, input: code })).stdout;
}

async function main(): Promise<void> {
  assertExpressible();
  const onlyCheck = process.argv.includes("--check");
  for (const [path, text] of Object.entries(await generatedFiles())) {
    if (!onlyCheck) {
      writeFileSync(path, text);
    } else if (readFileSync(path, "utf8") !== text) {
      const name = relative(root, path);
      console.error(`${name} does not match its schema: run \`npm run generate\` and commit it.`);
      process.exitCode = 1;
    }
  }
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
