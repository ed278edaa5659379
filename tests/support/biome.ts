import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatter } from "../../biome.json";
import { exitAndOutput, root, run, temporaryFolder } from "./project";

const biome = join(root, "node_modules", ".bin", "biome");

/** The repository's format, the recommended rules, and no limit for the size of a file. */
const configuration = {
  root: true,
  files: { includes: ["**/*.ts"], maxSize: 1e9 },
  formatter,
  json: { formatter: { enabled: false } },
  linter: { rules: { preset: "recommended" } },
};

/** The result of `checkSources` for files that are as the formatter and the linter want them. */
export const nothingReported = "exit code 0\n";

/** What Biome's formatter and linter report for sources. */
export async function checkSources(sources: string[]): Promise<string> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "biome.json"), JSON.stringify(configuration));
  for (const [index, source] of sources.entries()) {
    writeFileSync(join(folder, `${index}.ts`), source);
  }
  const flags = ["--colors=off", "--reporter=github", "--error-on-warnings"];
  return exitAndOutput(await run(biome, ["ci", ...flags, "."], folder));
}
