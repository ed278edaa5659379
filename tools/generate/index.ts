import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { type ForgeName, pipelineFiles } from "../../cli/ci/init/pipelines";
import { mustRun } from "../process";
import { docs } from "./docs";
import { publishedSchema } from "./publishedSchema";
import { reportValidatorCode } from "./reportValidator";
import { sdkLookups } from "./sdkLookups";
import { sdkTypes } from "./sdkTypes";
import { validatorsCode } from "./validators";

/**
 * Writes the files that are generated from schema.json, from the schema of drift reports and from the
 * templates of pipelines. With `--check` it writes nothing, and ends with exit code 1 if a file is not current.
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
    ...Object.fromEntries([...pages, ...pipelines("github"), ...pipelines("gitlab")]),
  };
}

/** What `ci init` writes for two stacks. */
function pipelines(forge: ForgeName): [string, string][] {
  const install = "npm ci --ignore-scripts";
  const plan = { stacks: ["staging", "production"], branch: "main", install, nodejs: true };
  return pipelineFiles(forge, plan).map(({ path, text }) => [
    join(root, "examples", "gitops", path),
    text,
  ]);
}

async function formatted(code: string): Promise<string> {
  const biome = join(root, "node_modules", ".bin", "biome");
  const args = ["format", "--stdin-file-path=sdk/generated.ts"];
  return (await mustRun(biome, args, { cwd: root, input: code })).stdout;
}

async function main(): Promise<void> {
  const onlyCheck = process.argv.includes("--check");
  for (const [path, text] of Object.entries(await generatedFiles())) {
    if (!onlyCheck) {
      writeFileSync(path, text);
    } else if (readFileSync(path, "utf8") !== text) {
      const name = relative(root, path);
      console.error(`${name} is not current: run \`npm run generate\` and commit it.`);
      process.exitCode = 1;
    }
  }
}

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
