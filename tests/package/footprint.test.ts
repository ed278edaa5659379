import { readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { installTimeout, packRepository } from "../support/install/package";
import { install } from "../support/install/packageManagers";
import { filesIn, removeTemporaryFolders, temporaryFolder } from "../support/project";

/** An entry of npm's lockfile, which repeats what the registry says about the package. */
interface Locked {
  version: string;
  deprecated?: string;
  hasInstallScript?: boolean;
}

interface Installed extends Locked {
  name: string;
  /** Its folder, relative to the project's `node_modules`. */
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

beforeAll(async () => {
  const file = await packRepository();
  const project = temporaryFolder();
  const packages = await installWithoutPeers(project, { "pulumi-auth0-native": `file:${file}` });
  tree = Object.entries(packages).map(([path, locked]) => {
    const folder = join(project, path);
    const files = filesIn(folder, ["node_modules"]);
    const { name, scripts = {} } = readJson(folder, "package.json");
    const sizes = files.map((each) => statSync(join(folder, each)).size);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    return { ...locked, name, path: path.replace("node_modules/", ""), files, bytes, scripts };
  });
}, installTimeout);

const readJson = (...path: string[]) => JSON.parse(readFileSync(join(...path), "utf8"));

/** Installs these without peer dependencies. Returns npm's lockfile entries by folder. */
async function installWithoutPeers(
  project: string,
  dependencies: Record<string, string>,
  ...args: string[]
): Promise<Record<string, Locked>> {
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, dependencies }));
  await install("npm", project, { args: ["--legacy-peer-deps", ...args] });
  const { "": _project, ...packages } = readJson(project, "package-lock.json").packages;
  return packages;
}

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

test("a deprecated package is recognized by what the registry says about it", async () => {
  const registry = createServer((request, response) => {
    const dist = { tarball: `http://${request.headers.host}/old.tgz`, shasum: "0".repeat(40) };
    const only = { name: "old", version: "1.0.0", deprecated: "Use new.", dist };
    const versions = { "1.0.0": only };
    response.end(JSON.stringify({ name: "old", "dist-tags": { latest: "1.0.0" }, versions }));
  });
  await new Promise<void>((resolve) => {
    registry.listen(0, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`;
  const args = ["--registry", url, "--package-lock-only"];
  const packages = await installWithoutPeers(temporaryFolder(), { old: "1.0.0" }, ...args);
  registry.close();
  expect(packages["node_modules/old"]?.deprecated).toBe("Use new.");
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
