import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { readProject } from "../../../../cli/shared/project";
import { removeTemporaryFolders, temporaryFolder } from "../../../support/project";

afterAll(removeTemporaryFolders);

/** The project in a folder with these files. */
function projectOf(files: Record<string, string>) {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return readProject(folder);
}

test.each([
  ["Pulumi.yaml", "name: crm\nruntime: yaml\n", { name: "crm", runtime: "yaml" }],
  [
    "Pulumi.yml",
    "name: crm\nruntime:\n  name: nodejs\n  options: { typescript: false }\nmain: src\n",
    { name: "crm", runtime: "nodejs", main: "src" },
  ],
  ["Pulumi.json", '{ "name": "crm", "runtime": "go" }', { name: "crm", runtime: "go" }],
  [
    "Pulumi.yaml",
    "name: crm\nruntime: go\nplugins:\n  providers: [{ name: auth0-native, path: . }]\n",
    { name: "crm", runtime: "go", providerPlugins: ["auth0-native"] },
  ],
  ["Pulumi.yaml", "a: &a\n  runtime: go\n<<: *a\nname: b\n", { name: "b", runtime: "go" }],
  ["Pulumi.yaml", "", { name: "", runtime: "" }],
])("a project is read from %s: %j", async (name, text, project) => {
  expect(await projectOf({ [name]: text })).toEqual({
    providerPlugins: [],
    stackConfigDir: "",
    ...project,
  });
});

test("a folder without Pulumi.yaml is no project", async () => {
  await expect(projectOf({})).rejects.toThrow(/isn't a Pulumi project.* --cwd/);
});

test("an error in Pulumi.yaml names the file and the line", async () => {
  const broken = { "Pulumi.yaml": "name: crm\nruntime: [\n" };
  await expect(projectOf(broken)).rejects.toThrow(/Pulumi\.yaml.* at line [23], column 1/);
});
