import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { readProject } from "../../../../cli/shared/project";

async function inFolder<Result>(
  files: Record<string, string>,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), "pulumi-auth0-native-"));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test.each([
  ["Pulumi.yaml", "name: crm\nruntime: yaml\n", { name: "crm", runtime: "yaml" }],
  [
    "Pulumi.yml",
    "name: crm\nruntime:\n  name: nodejs\n  options: { typescript: true }\nmain: src\n",
    { name: "crm", runtime: "nodejs", main: "src" },
  ],
  ["Pulumi.json", '{ "name": "crm", "runtime": "go" }', { name: "crm", runtime: "go" }],
  [
    "Pulumi.yaml",
    "name: crm\nruntime: go\nplugins:\n  providers: [{ name: auth0-native, path: . }]\n",
    { name: "crm", runtime: "go", providerPlugins: ["auth0-native"] },
  ],
  ["Pulumi.yaml", "", { name: "", runtime: "" }],
])("a project is read from %s: %j", async (name, text, project) => {
  expect(await inFolder({ [name]: text }, readProject)).toEqual({
    providerPlugins: [],
    ...project,
  });
});

test("a folder without Pulumi.yaml is no project", async () => {
  await expect(inFolder({}, readProject)).rejects.toThrow(/is no Pulumi project .*--cwd/);
});

test("an error in Pulumi.yaml names the file and the line", async () => {
  const broken = { "Pulumi.yaml": "name: crm\nruntime: [\n" };
  await expect(inFolder(broken, readProject)).rejects.toThrow(/Pulumi\.yaml.*\n?.*3:1/);
});
