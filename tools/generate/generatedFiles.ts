import { join } from "node:path";
import { type ForgeName, pipelineFiles } from "../../cli/ci/init/pipelines";
import { mustRun } from "../process";
import { docs } from "./docs";
import { publishedSchema } from "./publishedSchema";
import { reportValidatorCode } from "./reportValidator";
import { root } from "./root";
import { sdkLookups } from "./sdkLookups";
import { sdkTypes } from "./sdkTypes";
import { validatorsCode } from "./validators";

/** The text of each generated file, by its path in the repository. */
export async function generatedFiles(): Promise<Record<string, string>> {
  const pages = Object.entries(docs()).map(([name, text]) => [`docs/${name}`, text]);
  return {
    "sdk/generated.ts": await formatted(sdkTypes()),
    "sdk/lookups.generated.ts": await formatted(sdkLookups()),
    "provider/schema/validators.generated.ts": validatorsCode(),
    "cli/shared/driftReport/validator.generated.ts": reportValidatorCode(),
    "docs/schema.json": publishedSchema(),
    ...Object.fromEntries([...pages, ...pipelines("github"), ...pipelines("gitlab")]),
  };
}

/** What `ci init` writes for two stacks. */
function pipelines(forge: ForgeName): [string, string][] {
  const install = "npm ci --ignore-scripts";
  const plan = { stacks: ["staging", "production"], branch: "main", install, nodejs: true };
  return pipelineFiles(forge, plan).map(({ path, text }) => [`examples/gitops/${path}`, text]);
}

async function formatted(code: string): Promise<string> {
  const biome = join(root, "node_modules", ".bin", "biome");
  const args = ["format", "--stdin-file-path=sdk/generated.ts"];
  return (await mustRun(biome, args, { cwd: root, input: code })).stdout;
}
