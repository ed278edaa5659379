import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readOfficialState } from "../../../../../cli/import/official/readOfficialState";
import { fixture, pulumiFixture, terraformFixture } from "../../../../support/officialStates";
import { removeTemporaryFolders, temporaryFolder } from "../../../../support/project";

afterAll(removeTemporaryFolders);

const folder = temporaryFolder();
const fileWith = (name: string, text: string, mode = 0o600) => {
  const file = join(folder, name);
  writeFileSync(file, text, { mode });
  return file;
};
const exported = fileWith("stack.json", fixture(pulumiFixture));
const missing = join(folder, "missing.json");

// A CLI that knows the stack `fixture`.
fileWith(
  "pulumi",
  `#!/bin/sh\ncase "$*" in *"stack export --show-secrets --stack fixture"*) exec cat '${exported}';; esac\necho 'error: no stack named' >&2\nexit 1\n`,
  0o700,
);
process.env.PATH = `${folder}:${process.env.PATH}`;

const read = async (source: Parameters<typeof readOfficialState>[0]) =>
  (await readOfficialState(source, folder))?.objects.length;

test("a state is read from a file of either tool, or from a stack", async () => {
  mkdirSync(join(folder, "fixture"));
  const shown = fileWith("show.json", fixture(terraformFixture));
  expect(await read({ fromTerraform: shown })).toBe(9);
  expect(await read({ fromPulumi: exported })).toBe(9);
  // A folder of that name is not taken for the file.
  expect(await read({ fromPulumi: "fixture" })).toBe(9);
  expect(await read({ fromPulumi: `${folder}:fixture` })).toBe(9);
  expect(await read({})).toBeUndefined();
});

test.each([
  [{ fromTerraform: missing }, /cannot be read \(ENOENT.*file that `terraform show -json` has/],
  [
    { fromPulumi: "other" },
    /is no file, and cannot be exported as a stack: no stack named\n.*folder:stack/,
  ],
  [{ fromPulumi: "nowhere:dev" }, /the folder 'nowhere' does not exist/],
])("%j is refused with what to pass", async (source, expected) => {
  await expect(read(source)).rejects.toThrow(expected);
});
