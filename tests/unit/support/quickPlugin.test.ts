import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { holdsAll } from "../../../tools/pulumiBin/onPath";
import { withQuickPlugin } from "../../support/engine/quickPlugin";
import { removeTemporaryFolders, temporaryFolder } from "../../support/project";

const { PATH } = process.env;

afterAll(() => {
  process.env.PATH = PATH;
  removeTemporaryFolders();
});

function folderWith(...executables: string[]): string {
  const folder = temporaryFolder();
  for (const name of executables) writeFileSync(join(folder, name), "", { mode: 0o755 });
  return folder;
}

test("a CLI whose companions are elsewhere on PATH gets a folder with all of them", () => {
  process.env.PATH = folderWith("pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs");
  const folder = withQuickPlugin(folderWith("pulumi"));
  expect(holdsAll(folder, process.platform)).toBe(true);
  rmSync(folder, { recursive: true });
});
