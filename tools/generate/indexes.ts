import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { nameOf } from "../../provider/schema/rawSchema";
import { resources } from "../../schema.json";
import { root } from "./root";
import { withSection } from "./sections";

/**
 * The files that list the resources. They come first, because all other files are generated from the
 * definitions that they list.
 */

/** The name of a resource's files and exports, such as `eventStream` for `auth0-native:index:EventStream`. */
const fileOf = (token: string): string => {
  const name = nameOf(token);
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
};

const reExports = (names: string[]): string =>
  [...names]
    .sort()
    .map((name) => `export { ${name} } from "./${name}";\n`)
    .join("");

/** The index of a folder in which every other file exports a resource with the file's name. */
function indexOf(folder: string, about: string): string {
  const files = readdirSync(join(root, folder)).filter((file) => file !== "index.ts");
  return `/** ${about} Written by \`npm run generate\`. */\n${reExports(
    files.map((file) => file.replace(/\.ts$/, "")),
  )}`;
}

/** The text of each file, by its path. */
export function indexFiles(): Record<string, string> {
  const names = Object.keys(resources).map(fileOf);
  const handlers = names
    .map((name) => `export const ${name} = dynamicProvider(lifecycle(resources.${name}));`)
    .join("\n");
  const provider = join("provider", "index.ts");
  return {
    "provider/resources/index.ts": `/** Every resource of schema.json. Written by \`npm run generate\`. */\n${reExports(names)}`,
    [provider]: withSection(readFileSync(join(root, provider), "utf8"), "handlers", handlers),
    "emulator/src/resources/index.ts": indexOf(
      join("emulator", "src", "resources"),
      "The tenant's resources, each in another file of this folder.",
    ),
  };
}
