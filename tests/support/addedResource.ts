import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "@jest/globals";
import schema from "../../schema.json";
import { definition } from "../fixtures/neighbour/definition";
import { collection } from "../fixtures/neighbour/emulator";
import added from "../fixtures/neighbour/schema.json";
import { values } from "../fixtures/neighbour/values";

// Adds a resource that only the tests have to the modules of this process, as `npm run generate` adds the files
// of a resource. A test file imports this file before any module that reads schema.json.

Object.assign(schema.resources, added.resources);
Object.assign(schema.types, added.types);
const { kindOf, kinds, listedKinds } = require("./values/kinds") as typeof import("./values/kinds");
const { validatorsCode } =
  require("../../tools/generate/validators") as typeof import("../../tools/generate/validators");
const kind = kindOf(definition, values) as (typeof listedKinds)[number];
kinds.push(kind);
listedKinds.push(kind);
const key = "tokenExchangeProfile";
Object.assign(require("../../provider/resources"), { [key]: definition });
Object.assign(require("../../emulator/src/resources"), { [key]: collection });

/** Adds the resource to the compiled package, before a provider process loads it. */
const preload = `
const { createRequire } = require("node:module");
const load = createRequire(${JSON.stringify(join(__dirname, "..", "..", "bin", "provider", "schema", "formats.js"))});
const schema = load("../../schema.json");
Object.assign(schema.resources, ${JSON.stringify(added.resources)});
Object.assign(schema.types, ${JSON.stringify(added.types)});
const definition = ${JSON.stringify(definition)};
Object.assign(load("../resources"), { ${key}: definition });
((exports, require) => {
${validatorsCode().replace(/^export const (\w+) = /gm, "exports.$1 = ")}
})(load("./validators.generated"), load);
const { dynamicProvider } = load("../adapters/dynamic");
const { lifecycle } = load("../lifecycle/resource");
Object.assign(load("../index"), { ${key}: dynamicProvider(lifecycle(definition)) });
`;
const folder = mkdtempSync(join(tmpdir(), "pulumi-auth0-native-"));
const file = join(folder, "addedResource.cjs");
writeFileSync(file, preload);
afterAll(() => rmSync(folder, { recursive: true }));

/** The environment of a provider process that serves the resource. */
export const withAddedResource = { NODE_OPTIONS: `--require=${file}` };
