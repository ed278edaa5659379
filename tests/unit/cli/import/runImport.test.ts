import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { parse } from "yaml";
import { withMadeUpSecrets } from "../../../../cli/import/runImport";
import { readProject, readStackSettings } from "../../../../cli/shared/project";
import { removeTemporaryFolders, temporaryFolder } from "../../../support/project";

afterAll(removeTemporaryFolders);

const settings = {
  secretsprovider: "awskms://alias/x",
  encryptedkey: "key",
  environment: ["shared"],
  config: { "test:known": { secure: "v1:abc" }, "test:list": [1] },
};

test.each([
  ["beside Pulumi.yaml", "", ""],
  ["in the folder that stackConfigDir names", "stackConfigDir: stacks", "stacks"],
])("a preview has the stack's settings %s, and a value for each secret", async (_, line, dir) => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "Pulumi.yaml"), `name: test\nruntime: nodejs\n${line}\n`);
  mkdirSync(join(folder, dir), { recursive: true });
  const file = join(folder, dir, "Pulumi.dev.yaml");
  writeFileSync(file, JSON.stringify(settings));
  const found = await readStackSettings(await readProject(folder), "organization/test/dev");
  const shown = await withMadeUpSecrets(found, ["test:token"], async (copy = "") =>
    parse(readFileSync(copy, "utf8")),
  );
  const token = expect.any(String);
  expect(shown).toEqual({ ...settings, config: { ...settings.config, "test:token": token } });
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual(settings);
});

test("a stack without a file has no settings", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "Pulumi.yaml"), "name: test\nruntime: nodejs\n");
  expect(await readStackSettings(await readProject(folder), "dev")).toEqual({});
});
