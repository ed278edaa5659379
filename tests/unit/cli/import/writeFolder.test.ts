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
import { writeFolder } from "../../../../cli/import/writeFolder";
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

test("the folders are created, and a file with secrets is readable by its owner alone", async () => {
  const umask = process.umask(0);
  await writeFolder(join(folder, "a", "b"), [program, secret], false);
  process.umask(umask);
  expect(read("a/b/index.ts")).toBe("new");
  expect(modeOf("a/b/import.json")).toBe(0o600);
  expect(readdirSync(join(folder, "a", "b")).sort()).toEqual(["import.json", "index.ts"]);
});

test("a file with another content is refused, and then nothing is written", async () => {
  writeFileSync(join(folder, "index.ts"), "edited");
  await expect(writeFolder(folder, [secret, program], false)).rejects.toThrow(
    /index\.ts would be overwritten: name another folder with --out, or pass --force$/,
  );
  expect(read("index.ts")).toBe("edited");
  expect(existsSync(join(folder, "import.json"))).toBe(false);
});

test("a file with the same content is no reason to refuse", async () => {
  await writeFolder(folder, [program, secret], false);
  await writeFolder(folder, [program, secret], false);
  expect(read("index.ts")).toBe("new");
});

test("with force a file is replaced, and so are a mode and a link that let others read it", async () => {
  const elsewhere = join(folder, "elsewhere");
  writeFileSync(elsewhere, "of others");
  symlinkSync(elsewhere, join(folder, "import.json"));
  writeFileSync(join(folder, "index.ts"), "edited");
  chmodSync(elsewhere, 0o644);
  await writeFolder(folder, [program, secret], true);
  expect(read("index.ts")).toBe("new");
  expect(read("elsewhere")).toBe("of others");
  expect(modeOf("import.json")).toBe(0o600);
});

test("a write that fails leaves no file, and no secret", async () => {
  // The name is allowed, but not with the ending of a temporary file.
  const long = { name: "n".repeat(250), text: "new" };
  await expect(writeFolder(folder, [secret, long], true)).rejects.toThrow("ENAMETOOLONG");
  expect(readdirSync(folder)).toEqual([]);
});

test("a folder that is a file is refused by its name", async () => {
  writeFileSync(join(folder, "imported"), "mine");
  await expect(writeFolder(join(folder, "imported"), [program], true)).rejects.toThrow(
    /imported\/index\.ts cannot be written: ENOTDIR.*--out/,
  );
  expect(read("imported")).toBe("mine");
});

test("a folder in which a folder has the name of a file is left as it is", async () => {
  mkdirSync(join(folder, "import.json"));
  await expect(writeFolder(folder, [program, secret], true)).rejects.toThrow("import.json");
  expect(readdirSync(folder)).toEqual(["import.json"]);
});
