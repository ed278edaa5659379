import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { parse } from "yaml";
import emulator from "../../emulator/package.json";
import { bin, name, version } from "../../package.json";
import { packageName } from "../../provider/shared/command";
import { pluginPackage } from "../../provider/stateContract";
import { nodeVersion } from "../../tools/plugin/nodeBinary";
import { mustRun } from "../../tools/process";
import { OLDEST_GO, PULUMI } from "../../tools/pulumiBin/versions";
import { lazyPulumi } from "../support/engine/environment";
import { readPage as read } from "../support/guides";
import { removeTemporaryFolders, root } from "../support/project";

afterAll(removeTemporaryFolders);

test("the devcontainer has the versions of the tests and releases, from features with a full version", () => {
  const { features } = JSON.parse(read(".devcontainer/devcontainer.json"));
  const versions = Object.entries<{ version: string }>(features).map(([name, { version }]) => [
    /^ghcr\.io\/[\w-]+\/features\/(\w+):\d+\.\d+\.\d+$/.exec(name)?.[1],
    version,
  ]);
  expect(Object.fromEntries(versions)).toEqual({
    node: nodeVersion.split(".")[0],
    go: OLDEST_GO,
    python: "os-provided",
    pulumi: PULUMI,
  });
});

test("the templates depend on this version of the plugin and of its SDK", () => {
  for (const language of ["python", "go"]) {
    const { packages } = parse(read(`templates/${language}/Pulumi.yaml`));
    expect(packages).toEqual({ [pluginPackage]: `${pluginPackage}@${version}` });
  }
  expect(read("templates/go/go.mod")).toContain(`/sdk/go v${version}\n`);
});

test("each package has a command with its own name", async () => {
  expect(packageName).toBe(name);
  expect(Object.keys(bin)).toContain(name);
  expect(Object.keys(emulator.bin)).toEqual([emulator.name]);

  const help = await mustRun(process.execPath, [join(root, "cli.js"), "drift", "--help"]);
  expect(help.stdout).toContain(`Usage: ${name} drift`);
});

test("the preload of Pulumi's processes does not change npm, which Pulumi also starts", async () => {
  const script = `new (require("@npmcli/arborist"))({ path: "." })`;
  await mustRun("node", ["-e", script], { cwd: root, env: { ...process.env, ...lazyPulumi } });
});
