import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { sourcesHash } from "../../../tools/languages/hosts";
import { removeTemporaryFolders, temporaryFolder } from "../../support/project";

afterAll(removeTemporaryFolders);

test("only other Go sources have another hash", () => {
  const folder = temporaryFolder();
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  write("main.go", "package main\n");
  const before = sourcesHash(folder);
  write("index.ts", "");
  expect(sourcesHash(folder)).toBe(before);
  write("go.mod", "module m\n");
  expect(sourcesHash(folder)).not.toBe(before);
});
