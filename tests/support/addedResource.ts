import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./project";

/** The name of a resource whose files are in a folder: the only one in its part of schema.json. */
export function nameIn(folder: string): string {
  const { resources } = readJson(join(folder, "schema.json"));
  const [token = ""] = Object.keys(resources);
  return token.slice(token.lastIndexOf(":") + 1);
}

/** The path of the resource's list, such as `event-streams`. */
const collectionIn = (folder: string): string =>
  readJson(join(folder, "contract.json")).operations[0].path.slice(1);

/** The paths of a resource's files in CONTRIBUTING, by their names in a folder. */
function placesOf(folder: string): Record<string, string> {
  const name = nameIn(folder);
  const file = `${name.charAt(0).toLowerCase()}${name.slice(1)}.ts`;
  return {
    "contract.json": join("emulator", "src", "contract", `${collectionIn(folder)}.json`),
    "definition.ts": join("provider", "resources", file),
    "emulator.ts": join("emulator", "src", "resources", file),
    "values.ts": join("tests", "support", "values", file),
    "example.yaml": join("examples", "reference", name, "Pulumi.yaml"),
  };
}

/** Copies a resource's files to these paths in a copy of the repository. */
export function addResource(folder: string, copy: string): void {
  for (const [source, place] of Object.entries(placesOf(folder))) {
    mkdirSync(dirname(join(copy, place)), { recursive: true });
    copyFileSync(join(folder, source), join(copy, place));
  }
  const path = join(copy, "schema.json");
  const schema = readJson(path);
  const added = readJson(join(folder, "schema.json"));
  for (const part of ["resources", "types"]) Object.assign(schema[part], added[part]);
  writeFileSync(path, JSON.stringify(schema, null, 2));
}

const fixtures = join(root, "tests", "fixtures");

/** A resource that only the tests have. */
export const neighbour = join(fixtures, "neighbour");

const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8"));
