import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import ts from "typescript";
import { eventTypes, sampleObjects } from "../../../emulator/src/delivery/sampleData";
import { removeTemporaryFolders, root, temporaryFolder } from "../../support/project";
import { compile, optionsOf, quickstart } from "../../types/compile";

afterAll(removeTemporaryFolders);

/** Compiles values as those of the official client's types. Returns the errors as `line: code text`. */
function errorsOf(values: [type: string, value: unknown][]): string[] {
  const folder = temporaryFolder();
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const file = join(folder, "values.ts");
  const lines = values.map(
    ([type, value], index) =>
      `export const value${index}: Management.${type} = ${JSON.stringify(value)};`,
  );
  writeFileSync(file, ['import type { Management } from "auth0";', ...lines].join("\n"));
  const { errors } = compile(ts, [file], optionsOf(ts, quickstart));
  return Object.values(errors)
    .flat()
    .map(({ line, code, underlined }) => `${values[line - 2]?.[0]}: ${code} ${underlined}`);
}

test("sample events have the types of the official client", () => {
  const name = (type: string) =>
    type
      .replace("organization", "org")
      .replace(/(?:^|\.)(.)/g, (_match, letter: string) => letter.toUpperCase());
  const values = eventTypes.map((type): [string, unknown] => [
    `EventStreamCloudEvent${name(type)}Object`,
    sampleObjects[type],
  ]);
  expect(errorsOf(values)).toEqual([]);
});
