import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Contract } from "../../emulator/src/contract/contract";
import { pluginTypeToken } from "../../provider/stateContract";
import { contractOf } from "../contract/compare";
import { formatted } from "../generate/formatted";
import { root } from "../generate/root";
import { draftFiles } from "./drafts";
import { operationsOf, schemaDraft } from "./schemaDraft";
import { undraftable } from "./undraftable";

// `npm run new-resource <collection> oas=<file>` drafts the files of a resource from an OpenAPI document of
// the Management API. It never overwrites a file.

async function main([collection = "", option = ""]: string[]): Promise<void> {
  const [, file] = /^oas=(.+)$/.exec(option) ?? [];
  if (!/^[a-z][a-z-]*$/.test(collection) || file === undefined) {
    throw new Error(
      "Pass a collection, such as roles, and an OpenAPI document:\n  npm run new-resource <collection> oas=<file>",
    );
  }
  const document = JSON.parse(readFileSync(file, "utf8"));
  const paths = [`/${collection}`, `/${collection}/{id}`];
  const contract = contractOf(document, paths) as unknown as Contract;
  const operations = operationsOf(contract, collection);
  const singular = collection.replace(/ies$/, "y").replace(/([^s])s$/, "$1");
  const name = singular.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const draft = schemaDraft(name, operations, contract);
  const reasons = undraftable(draft, contract, collection);
  if (reasons.length > 0) {
    throw new Error(`Nothing was written, because the provider can't serve ${name} yet:
${lines(reasons)}
Change provider/lifecycle first, or leave the resource out.`);
  }
  const { version, date } = document.info ?? {};
  const source = { name: basename(file), version, date };
  const files = {
    [`emulator/src/contract/${collection}.json`]: JSON.stringify({ source, ...contract }),
    ...draftFiles(document, collection, name, draft),
  };
  const schema = readFileSync(join(root, "schema.json"), "utf8");
  const existing = Object.keys(files).filter((path) => existsSync(join(root, path)));
  if (schema.includes(`"${pluginTypeToken(name)}"`)) existing.push(`${name} in schema.json`);
  if (existing.length > 0) {
    throw new Error(`Nothing was written, because these exist already:\n${lines(existing)}`);
  }

  const withTypes = appended(schema, "types", draft.types);
  const withAll = appended(withTypes, "resources", { [pluginTypeToken(name)]: draft.resource });
  await write({ "schema.json": withAll, ...files });
  console.log(`Wrote drafts of ${name}. They have a TODO or a guess where the document says nothing:
${lines(["schema.json", ...Object.keys(files)])}
Decide about these:
${lines([...new Set(draft.notes)])}
Then continue with "Add a resource" in CONTRIBUTING.md.`);
}

/** schema.json with more entries at the end of one of its parts, and otherwise unchanged. */
function appended(schema: string, part: string, entries: object): string {
  const added = JSON.stringify(entries).slice(1, -1);
  const all = new RegExp(`(\\n  "${part}": \\{.*?)(\\n  \\})`, "s");
  return added ? schema.replace(all, (_, before, end) => `${before},${added}${end}`) : schema;
}

/** Formats all files before it writes any, so that an error leaves no file behind. */
async function write(files: Record<string, string>): Promise<void> {
  const entries = Object.entries(files).map(async ([path, text]) => ({
    path: join(root, path),
    text: path.endsWith(".yaml") ? text : await formatted(text, path),
  }));
  for (const { path, text } of await Promise.all(entries)) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }
}

const lines = (items: string[]) => items.map((item) => `  ${item}`).join("\n");

main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
