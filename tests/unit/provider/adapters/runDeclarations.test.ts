import { spawnSync } from "node:child_process";
import { chmodSync, readdirSync, renameSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "@jest/globals";
import { RunDeclarations } from "../../../../provider/adapters/runDeclarations";
import { removeTemporaryFolders, temporaryFolder } from "../../../support/project";

let temporary: string;

beforeEach(() => {
  temporary = temporaryFolder();
});
afterAll(removeTemporaryFolders);

const address = "127.0.0.1:4000";
const [tenant, name] = ["a.auth0.com", "Push"];

/** A process that declares, another one of the same run, and the only folder of both with its files. */
function declare() {
  const declaring = new RunDeclarations(address, temporary);
  declaring.add(tenant, name);
  const folder = join(temporary, readdirSync(temporary)[0] ?? "");
  return {
    declaring,
    other: new RunDeclarations(address, temporary),
    folder,
    files: () => readdirSync(folder),
  };
}

test("a declaration is known to the same run, tenant, and kind, until its process forgets it", () => {
  const { declaring, other, files } = declare();
  const known = (run: RunDeclarations, ...key: [string, string]) => run.has(...key);
  expect(known(other, tenant, name)).toBe(true);
  expect(known(other, "b.auth0.com", name)).toBe(false);
  expect(known(other, tenant, "Other")).toBe(false);
  expect(known(new RunDeclarations("127.0.0.1:4001", temporary), tenant, name)).toBe(false);
  expect(known(new RunDeclarations(undefined, temporary), tenant, name)).toBe(false);
  declaring.clear();
  expect([files(), known(declaring, tenant, name), known(other, tenant, name)]).toEqual([
    [],
    false,
    false,
  ]);
});

test("what a run declares is readable only by the user, and names show no tenant", () => {
  const { folder, files } = declare();
  const [file = ""] = files();
  expect(file).toMatch(/^[0-9a-f]{32}\.\d+$/);
  const modes = [folder, join(folder, file)].map((path) => statSync(path).mode & 0o777);
  expect(modes).toEqual([0o700, 0o600]);
});

test("what a killed process declared counts for no run, and is removed by the next one", () => {
  const { other, folder, files } = declare();
  const [file = ""] = files();
  const { pid } = spawnSync(process.execPath, ["-v"]);
  renameSync(join(folder, file), join(folder, file.replace(/\d+$/, String(pid))));
  expect(other.has(tenant, name)).toBe(false);
  other.add("b.auth0.com", name);
  expect(files()).toEqual([expect.stringMatching(`\\.${process.pid}$`)]);
});

test.each<[string, (folder: string) => void]>([
  ["others can open", (folder) => chmodSync(folder, 0o755)],
  [
    "is a link",
    (folder) => {
      renameSync(folder, `${folder}.moved`);
      symlinkSync(`${folder}.moved`, folder);
    },
  ],
  [
    "is a file",
    (folder) => {
      renameSync(folder, `${folder}.moved`);
      writeFileSync(folder, "");
    },
  ],
])("a folder that %s is not used", (_, change) => {
  const { other, folder } = declare();
  change(folder);
  other.add("b.auth0.com", name);
  expect(() => other.has(tenant, name)).toThrow(
    /^Couldn't determine whether .*\nSet TMPDIR to a folder/,
  );
});
