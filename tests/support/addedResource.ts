import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./project";

/** The name of a resource whose files are in a folder: the only one in its part of schema.json. */
export function nameIn(folder: string): string {
  const { resources } = readJson(join(folder, "schema.json"));
  const [token = ""] = Object.keys(resources);
  return token.slice(token.lastIndexOf(":") + 1);
}

/** Puts the files of a resource where CONTRIBUTING says, in a copy of the repository. */
export function addResource(folder: string, copy: string): void {
  const name = nameIn(folder);
  const file = `${name.charAt(0).toLowerCase()}${name.slice(1)}.ts`;
  const [operation] = readJson(join(folder, "contract.json")).operations;
  const places = {
    "definition.ts": join("provider", "resources", file),
    "contract.json": join("emulator", "src", "contract", `${operation.path.slice(1)}.json`),
    "emulator.ts": join("emulator", "src", "resources", file),
    "values.ts": join("tests", "support", "values", file),
    "example.yaml": join("examples", "reference", name, "Pulumi.yaml"),
  };
  for (const [source, place] of Object.entries(places)) {
    mkdirSync(dirname(join(copy, place)), { recursive: true });
    copyFileSync(join(folder, source), join(copy, place));
  }
  const path = join(copy, "schema.json");
  const schema = readJson(path);
  const added = readJson(join(folder, "schema.json"));
  for (const part of ["resources", "types"]) Object.assign(schema[part], added[part]);
  writeFileSync(path, JSON.stringify(schema, null, 2));
}

/** A resource that only the tests have. */
export const neighbour = join(root, "tests", "fixtures", "neighbour");

const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8"));
