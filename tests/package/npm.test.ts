import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { version } from "../../package.json";
import { packRepository } from "../support/install/package";
import { install } from "../support/install/packageManagers";
import { bareEnvironment, startPlugin } from "../support/install/startedPlugin";
import { filesIn, removeTemporaryFolders, root, temporaryFolder } from "../support/project";

const executable = "pulumi-resource-auth0-native";

/** An entry of npm's lockfile, which repeats what the registry says about the package. */
interface Locked {
  version: string;
  deprecated?: string;
  hasInstallScript?: boolean;
}

interface Installed extends Locked {
  name: string;
  /** The folder, relative to the project's `node_modules`. */
  path: string;
  files: string[];
  bytes: number;
  scripts: Record<string, string>;
}

/**
 * The package and its dependencies. `@pulumi/pulumi` is a peer dependency, which every Pulumi program
 * installs anyway, so its tree is not counted.
 */
let tree: Installed[];

/** A project with only the package. */
let project: string;
/** The package's plugin. */
let plugin: string;

beforeAll(async () => {
  project = temporaryFolder();
  const dependencies = { "pulumi-auth0-native": `file:${await packRepository()}` };
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, dependencies }));
  await install("npm", project, { args: ["--legacy-peer-deps"] });
  plugin = join(project, "node_modules", "pulumi-auth0-native", "plugin");
  const { "": _project, ...packages } = readJson(project, "package-lock.json").packages;
  tree = Object.entries<Locked>(packages).map(([path, locked]) => {
    const folder = join(project, path);
    const files = filesIn(folder, ["node_modules"]);
    const { name, scripts = {} } = readJson(folder, "package.json");
    const sizes = files.map((each) => statSync(join(folder, each)).size);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    return { ...locked, name, path: path.replace("node_modules/", ""), files, bytes, scripts };
  });
});

const readJson = (...path: string[]) => JSON.parse(readFileSync(join(...path), "utf8"));

afterAll(removeTemporaryFolders);

const nameAndVersion = ({ name, version }: Installed) => `${name}@${version}`;

test("neither the package nor a dependency runs a script when it is installed", () => {
  const onInstall = ["preinstall", "install", "postinstall"];
  const running = tree.filter(
    ({ scripts, files, hasInstallScript }) =>
      hasInstallScript ||
      files.includes("binding.gyp") ||
      onInstall.some((script) => script in scripts),
  );
  expect(running.map(nameAndVersion)).toEqual([]);
});

test("neither the package nor a dependency is deprecated in the registry", () => {
  const deprecated = tree.filter((each) => each.deprecated !== undefined);
  expect(deprecated.map((each) => `${nameAndVersion(each)}: ${each.deprecated}`)).toEqual([]);
});

test("no dependency is installed twice", () => {
  expect(tree.filter(({ name, path }) => name !== path).map(nameAndVersion)).toEqual([]);
});

test("the package has at most 40 dependencies and takes less than 6 MB with them", () => {
  const own = tree.find(({ name }) => name === "pulumi-auth0-native");
  const bytes = tree.reduce((sum, each) => sum + each.bytes, 0);
  const largest = [...tree].sort((one, other) => other.bytes - one.bytes);
  const lines = [
    `Installed: ${tree.length - 1} dependencies, ${bytes} bytes, ${own?.bytes} of them in the package.`,
    ...largest.slice(0, 6).map((each) => `  ${nameAndVersion(each)} ${each.bytes}`),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  expect(tree.length - 1).toBeLessThanOrEqual(40);
  expect(bytes).toBeLessThan(6_000_000);
});

describe("its plugin", () => {
  test("has a folder with the plugin, without its sources", () => {
    expect(filesIn(plugin)).toEqual([
      "PulumiPlugin.yaml",
      "THIRD_PARTY_LICENSES",
      "main.js",
      "package.json",
      "prepare.js",
      executable,
      `${executable}.cmd`,
    ]);
    expect(JSON.parse(readFileSync(join(plugin, "package.json"), "utf8"))).toEqual({
      private: true,
      type: "commonjs",
      main: "./main.js",
      // TypeScript's old resolution takes the folder for the import path pulumi-auth0-native/plugin.
      types: "../bin/sdk/plugin.d.ts",
      scripts: { prepare: "node prepare.js" },
    });
    expect(filesIn(join(plugin, "..", "bin", "provider", "adapters"))).not.toContainEqual(
      expect.stringMatching(/^plugin\//),
    );
  });

  test("has a command that starts the plugin", async () => {
    const command = join(project, "node_modules", ".bin", executable);
    const env = bareEnvironment({ node: process.execPath });
    const started = await startPlugin([command], project, env);
    expect(await started.version()).toBe(version);
    await started.end("SIGTERM");
  });

  test("has a folder that Pulumi's Node.js language host starts the plugin from", async () => {
    // If you run `pulumi package add` with this folder, the host finds PulumiPlugin.yaml and runs this.
    const runPlugin = join(root, "node_modules", "@pulumi", "pulumi", "cmd", "run-plugin");
    const started = await startPlugin([process.execPath, runPlugin, plugin], project, process.env);
    expect(await started.version()).toBe(version);
    expect(await started.end("closed stdin")).toMatchObject({ leftProcess: false });
  });
});
