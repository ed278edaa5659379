import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { startTenant } from "../../emulator/src";
import { languages } from "../../tools/languages";
import { generatedSdk, languagesEnvironment } from "../support/engine/generatedSdk";
import { runInShell } from "../support/engine/guideCommands";
import { writePluginFolder } from "../support/engine/pluginFolder";
import { blockWith, codeBlocks } from "../support/guides";
import { exitAndOutput, removeTemporaryFolders, run, temporaryFolder } from "../support/project";

// What guides show for the plugin's languages, beside programs and templates.

afterAll(removeTemporaryFolders);

test("the unit test in Python passes with pytest", async () => {
  const folder = temporaryFolder();
  const [pythonProgram = ""] = codeBlocks("docs/python.md", "python");
  writeFileSync(join(folder, "identity.py"), pythonProgram);
  writeFileSync(
    join(folder, "test_identity.py"),
    codeBlocks("docs/testing.md", "python").join("\n"),
  );
  const env = { ...process.env, PYTHONPATH: await generatedSdk("python") };
  const { python } = await languages();
  const args = ["-m", "pytest", "-q", "-p", "no:cacheprovider"];
  const ended = await run(join(python, "bin", "python3"), args, folder, env);
  expect(exitAndOutput(ended)).toMatch(/^exit code 0\n/);
});

test("the lines of Pulumi.yaml and the SDK command for other languages find the plugin of the npm package", async () => {
  const folder = temporaryFolder();
  const tenant = await startTenant();
  for (const name of ["state", "node_modules/.bin"])
    mkdirSync(join(folder, name), { recursive: true });
  // Pulumi writes a copy of the schema beside the plugin's folder.
  const plugin = writePluginFolder(join(folder, "node_modules/pulumi-auth0-native/plugin"));
  const command = "pulumi-resource-auth0-native";
  symlinkSync(join(plugin, command), join(folder, "node_modules/.bin", command));
  const program = `name: other
runtime: yaml
resources:
  wallet:
    type: auth0-native:RateLimitPolicy
    properties:
      resource: oauth_authentication_api
      consumer: client
      consumerSelector: default
      configuration: { action: log, limit: 100 }
${blockWith("docs/reference/install.md", "yaml", "plugins:")}`;
  writeFileSync(join(folder, "Pulumi.yaml"), program);
  const env = { ...process.env, ...(await languagesEnvironment(folder)), ...tenant.environment };
  const [generateSdk = ""] = blockWith("docs/python.md", "sh", "requirements.txt").split("\n");

  const commands = `pulumi stack init staging\npulumi preview --color never\n${generateSdk}`;
  const ended = exitAndOutput(await runInShell(commands, { folder, env }));
  await tenant.close();

  expect(ended).toMatch(/^exit code 0\n/);
  expect(ended).toContain("auth0-native:index:RateLimitPolicy wallet create");
  expect(ended).not.toContain("using pulumi-resource-auth0-native from $PATH");
  expect(existsSync(join(folder, "sdk/python/pyproject.toml"))).toBe(true);
});
