import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, expect, test } from "@jest/globals";
import { writeFiles } from "../../../../cli/import/writeImport";
import { removeTemporaryFolders, temporaryFolder } from "../../../support/project";

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterAll(removeTemporaryFolders);

const program = { name: "index.ts", text: "new" };
const secret = { name: "import.json", text: "secret", secret: true };
const read = (name: string) => readFileSync(join(folder, name), "utf8");
const modeOf = (name: string) => statSync(join(folder, name)).mode & 0o777;

test("the folders are created, and only the owner can read a file with secrets", async () => {
  const umask = process.umask(0);
  // The second time, the files already have the same content.
  for (let times = 0; times < 2; times++) {
    await writeFiles(join(folder, "a", "b"), [program, secret], false);
  }
  process.umask(umask);
  expect(read("a/b/index.ts")).toBe("new");
  expect(modeOf("a/b/import.json")).toBe(0o600);
  expect(readdirSync(join(folder, "a", "b")).sort()).toEqual(["import.json", "index.ts"]);
});

test("a file with other content is an error, and nothing is written", async () => {
  writeFileSync(join(folder, "index.ts"), "edited");
  await expect(writeFiles(folder, [secret, program], false)).rejects.toThrow(
    /index\.ts would be overwritten. Pass a different folder with --out, or overwrite them with --force$/,
  );
  expect(read("index.ts")).toBe("edited");
  expect(existsSync(join(folder, "import.json"))).toBe(false);
});

test("with force a file, its mode, and a link are replaced", async () => {
  const elsewhere = join(folder, "elsewhere");
  writeFileSync(elsewhere, "of others");
  symlinkSync(elsewhere, join(folder, "import.json"));
  writeFileSync(join(folder, "index.ts"), "edited");
  chmodSync(elsewhere, 0o644);
  await writeFiles(folder, [program, secret], true);
  expect(read("index.ts")).toBe("new");
  expect(read("elsewhere")).toBe("of others");
  expect(modeOf("import.json")).toBe(0o600);
});

// The name is allowed, but with a temporary file's extension it is too long.
const long = { name: "n".repeat(250), text: "new" };
test.each([
  ["a name is too long", () => {}, [secret, long], /ENAMETOOLONG/],
  [
    "a folder is a file",
    () => writeFileSync(join(folder, "imported"), "mine"),
    [secret, { name: "imported/index.ts", text: "new" }],
    /imported\/index\.ts can't be written: ENOTDIR.*--out/,
  ],
  [
    "a file is a folder",
    () => mkdirSync(join(folder, "import.json")),
    [program, secret],
    /import\.json can't be written: it's a folder/,
  ],
])("if %s, no file is written, and no secret", async (_, prepare, files, expected) => {
  prepare();
  const before = readdirSync(folder);
  await expect(writeFiles(folder, files, true)).rejects.toThrow(expected);
  expect(readdirSync(folder)).toEqual(before);
});
