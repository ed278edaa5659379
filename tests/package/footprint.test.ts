import { readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { pack, patience } from "../support/install/package";
import { install } from "../support/install/packageManagers";
import { filesIn, removeTemporaryFolders, root, temporaryFolder } from "../support/project";

/** What npm's lockfile says of a package: the registry's own words among it. */
interface Locked {
  version: string;
  deprecated?: string;
  hasInstallScript?: boolean;
}

interface Installed extends Locked {
  name: string;
  /** Where it is installed, below `node_modules`. */
  path: string;
  files: string[];
  bytes: number;
  scripts: Record<string, string>;
}

/**
 * The package and all that it brings. `@pulumi/pulumi` is a peer: the program that uses the package
 * has it anyway, in the version that the program asks for, so its tree is not counted here.
 */
let tree: Installed[];

beforeAll(async () => {
  const { file } = await pack(root);
  const project = temporaryFolder();
  const locked = await locks(project, { "pulumi-auth0-native": `file:${file}` });
  tree = Object.entries(locked).map(([path, said]) => {
    const folder = join(project, path);
    const files = filesIn(folder, ["node_modules"]);
    const { name, scripts = {} } = readJson(folder, "package.json");
    const sizes = files.map((each) => statSync(join(folder, each)).size);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    return { ...said, name, path: path.replace("node_modules/", ""), files, bytes, scripts };
  });
}, patience);

const readJson = (...path: string[]) => JSON.parse(readFileSync(join(...path), "utf8"));

/** Installs these without their peers: each package by its folder. */
async function locks(
  project: string,
  dependencies: Record<string, string>,
  ...words: string[]
): Promise<Record<string, Locked>> {
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, dependencies }));
  await install("npm", project, { words: ["--legacy-peer-deps", ...words] });
  const { "": own, ...packages } = readJson(project, "package-lock.json").packages;
  return packages;
}

afterAll(removeTemporaryFolders);

const told = ({ name, version }: Installed) => `${name}@${version}`;

test("nothing of it runs a script at its installation", () => {
  const onInstall = ["preinstall", "install", "postinstall"];
  const running = tree.filter(
    ({ scripts, files, hasInstallScript }) =>
      hasInstallScript ||
      files.includes("binding.gyp") ||
      onInstall.some((script) => script in scripts),
  );
  expect(running.map(told)).toEqual([]);
});

test("nothing of it is deprecated, as the registry tells", () => {
  const deprecated = tree.filter((each) => each.deprecated !== undefined);
  expect(deprecated.map((each) => `${told(each)}: ${each.deprecated}`)).toEqual([]);
});

test("a deprecation that a registry tells would be seen", async () => {
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
  const words = ["--registry", url, "--package-lock-only"];
  const packages = await locks(temporaryFolder(), { old: "1.0.0" }, ...words);
  registry.close();
  expect(packages["node_modules/old"]?.deprecated).toBe("Use new.");
});

test("nothing of it is there twice", () => {
  expect(tree.filter(({ name, path }) => name !== path).map(told)).toEqual([]);
});

test("it is no more than 40 dependencies and 6 MB", () => {
  const own = tree.find(({ name }) => name === "pulumi-auth0-native");
  const bytes = tree.reduce((sum, each) => sum + each.bytes, 0);
  const largest = [...tree].sort((one, other) => other.bytes - one.bytes);
  const lines = [
    `Installed: ${tree.length - 1} dependencies, ${bytes} bytes, of them ${own?.bytes} its own.`,
    ...largest.slice(0, 6).map((each) => `  ${told(each)} ${each.bytes}`),
  ];
  process.stdout.write(`${lines.join("\n")}\n`);
  expect(tree.length - 1).toBeLessThanOrEqual(40);
  expect(bytes).toBeLessThan(6_000_000);
});
