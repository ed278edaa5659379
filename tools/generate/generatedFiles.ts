import { pipelineFiles } from "../../cli/ci/init/pipelines";
import { type ForgeName, settingsFile, withFound } from "../../cli/ci/init/settings";
import type { Resource } from "../../emulator/src/resource";
import * as emulated from "../../emulator/src/resources";
import * as definitions from "../../provider/resources";
import { resourceSchema } from "../../provider/schema/packageSchema";
import { docs } from "./docs";
import { formatted } from "./formatted";
import { guides } from "./guides";
import { inexpressible } from "./inexpressible";
import { publishedSchema } from "./publishedSchema";
import { sdkLookups } from "./sdkLookups";
import { sdkTypes } from "./sdkTypes";
import { validatorsCode } from "./validators";

/** The text of each generated file by its path. Fails if the provider can't serve a resource. */
export async function generatedFiles(): Promise<Record<string, string>> {
  assertExpressible();
  const pages = Object.entries(docs()).map(([name, text]) => [`docs/reference/${name}`, text]);
  return {
    "sdk/generated.ts": await formatted(sdkTypes()),
    "sdk/lookups.generated.ts": await formatted(sdkLookups()),
    "provider/schema/validators.generated.ts": validatorsCode(),
    "docs/schema.json": publishedSchema(),
    ...guides(),
    [`examples/gitops/${settingsFile}`]: withFound("", exampleSettings, "./node_modules"),
    ...Object.fromEntries([...pages, ...pipelines("github"), ...pipelines("gitlab")]),
  };
}

function assertExpressible(): void {
  const contracts = Object.values<Resource>(emulated).map((resource) => resource.contract);
  const contract = {
    operations: contracts.flatMap(({ operations }) => operations),
    schemas: Object.assign({}, ...contracts.map(({ schemas }) => schemas)),
  };
  const reasons = Object.values(definitions).flatMap((definition) =>
    inexpressible(definition, resourceSchema(definition.name), contract).map(
      (reason) => `${definition.name}: ${reason}`,
    ),
  );
  if (reasons.length === 0) return;
  throw new Error(`The provider can't serve these resources yet:
${reasons.join("\n")}
Change provider/lifecycle first, or leave the resource out of schema.json.`);
}

const exampleSettings = { stacks: ["staging", "production"], branch: "main" };

/** What `ci init` writes for two stacks. */
function pipelines(forge: ForgeName): [string, string][] {
  const plan = {
    settings: exampleSettings,
    place: { folder: "", project: "test" },
    packages: {
      folder: "",
      lockFile: "package-lock.json",
      install: "npm ci --ignore-scripts",
      modules: "./node_modules",
    },
    nodejs: true,
  };
  return pipelineFiles(forge, plan).map(({ path, text }) => [`examples/gitops/${path}`, text]);
}
