import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { parse } from "yaml";
import emulator from "../../emulator/package.json";
import { bin, name, version } from "../../package.json";
import { packageName } from "../../provider/shared/command";
import { pluginPackage } from "../../provider/stateContract";
import { nodeVersion } from "../../tools/plugin/nodeBinary";
import { mustRun } from "../../tools/process";
import { OLDEST_GO, PULUMI } from "../../tools/pulumiBin/versions";
import { readPage as read } from "../support/guides";
import { filesIn, root } from "../support/project";

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

test("dependabot.yml names every folder of tools/ with a Go module but the one that cannot be updated", () => {
  const { updates } = parse(read(".github/dependabot.yml"));
  const { directories } = updates.find(
    (update: { "package-ecosystem": string }) => update["package-ecosystem"] === "gomod",
  );
  const modules = filesIn(join(root, "tools"))
    .filter((name) => name.endsWith("/go.mod"))
    .map((name) => `/tools/${name.replace("/go.mod", "")}`);
  const old = "/tools/pulumi-language-nodejs";
  expect([...directories, old].sort()).toEqual(modules.sort());
});

test("the templates depend on this version of the plugin and of its SDK", () => {
  for (const language of ["python", "go"]) {
    const { packages } = parse(read(`templates/${language}/Pulumi.yaml`));
    expect(packages).toEqual({ [pluginPackage]: `${pluginPackage}@${version}` });
  }
  expect(read("templates/go/go.mod")).toContain(`/sdk/go v${version}\n`);
});

test.each([
  ["yaml/Pulumi.yaml", "Pulumi.yaml"],
  ["typescript/index.ts", "index.ts"],
  ["python/__main__.py", "__main__.py"],
  ["go/main.go", "main.go"],
])(
  "the push credentials that templates/%s comments out are those of the tested example",
  (template, file) => {
    const [, commented = ""] =
      /Push notifications[\s\S]*?tenant\.\n((?:[ \t]*(?:#|\/\/).*\n)+)/.exec(
        read(`templates/${template}`),
      ) ?? [];
    const lines = (text: string) => text.split("\n").map((line) => line.trim());
    const code = lines(commented.replace(/^\s*(?:#|\/\/)/gm, ""))
      .filter((line) => line !== "" && !["if err != nil {", "return err", "}"].includes(line))
      .map((line) =>
        line.replace("_, err =", "_, err :=").replace("settings.", 'config.New(ctx, "").'),
      );
    expect(code.length).toBeGreaterThan(2);
    const example = lines(read(`examples/reference/GuardianFcmv1Provider/${file}`));
    expect(code.filter((line) => !example.includes(line))).toEqual([]);
  },
);

test("each package has a command of its own name, and every text says that one", async () => {
  expect(packageName).toBe(name);
  expect(Object.keys(bin)).toContain(name);
  expect(Object.keys(emulator.bin)).toEqual([emulator.name]);

  const help = await mustRun(process.execPath, [join(root, "cli.js"), "drift", "--help"]);
  expect(help.stdout).toContain(`Usage: ${name} drift`);

  const formerName =
    /(?<![-\w/@.:])auth0-native (?:drift|import|deliveries|ci)\b|npx(?: -\S+)* auth0-native/;
  const folders = [
    "cli",
    "provider",
    "sdk",
    "tools",
    "bench",
    "docs",
    "examples",
    "templates",
    ".github",
  ];
  const texts = [
    "README.md",
    ...folders.flatMap((folder) => filesIn(join(root, folder)).map((path) => `${folder}/${path}`)),
  ].filter((path) => /\.(ts|md|ya?ml|json)$/.test(path) && !path.includes("node_modules/"));
  expect(texts.length).toBeGreaterThan(300);
  expect(texts.filter((path) => formerName.test(read(path)))).toEqual([]);
});
