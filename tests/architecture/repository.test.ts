import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { parse } from "yaml";
import emulator from "../../emulator/package.json";
import { bin, name, version } from "../../package.json";
import { packageName } from "../../provider/shared/command";
import { pluginPackage } from "../../provider/stateStrings";
import { nodeVersion } from "../../tools/plugin/nodeBinary";
import { mustRun } from "../../tools/process";
import { OLDEST_GO, PULUMI } from "../../tools/pulumiBin/versions";
import { lazyPulumi } from "../support/engine/environment";
import { readPage as read } from "../support/guides";
import { writeFileIn } from "../support/pipelines/files";
import { filesIn, removeTemporaryFolders, root, temporaryFolder } from "../support/project";

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

test("dependabot.yml names every folder of tools/ with a Go module, except the pinned one", () => {
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
      /Push notifications[\s\S]*?\.\n((?:[ \t]*(?:#|\/\/).*\n)+)/.exec(
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

test(".ci/run uses an empty home folder with npm's settings, and removes it", async () => {
  const folder = temporaryFolder();
  const home = join(folder, "home");
  const write = (name: string, text: string) => writeFileIn(folder, name, text, 0o755);
  write("home/.npmrc", "fund=false\n");
  write("home/.cache/old", "");
  mkdirSync(join(folder, "tmp"));
  const lines = [
    'find "$HOME" ! -type d | sed "s|$HOME/||"; cat "$HOME/.npmrc"',
    "env | grep ^XDG",
  ];
  const readOnly =
    'mkdir -p "$GOMODCACHE/a" && touch "$GOMODCACHE/a/b" && chmod -R a-w "$GOMODCACHE"';
  write("bin/make", `#!/bin/sh\n${[...lines, readOnly].join("\n")}\necho 1 passed, 0 failed\n`);
  const PATH = `${join(folder, "bin")}:${process.env.PATH}`;
  const env = { PATH, HOME: home, TMPDIR: join(folder, "tmp"), XDG_CACHE_HOME: home };
  const { text } = await mustRun(".ci/run", [], { cwd: root, env });
  // The commands of `make check`, then of the two `make test`, and their totals together.
  const made = ".npmrc\nfund=false\n1 passed, 0 failed\n";
  expect(text.startsWith(made)).toBe(true);
  expect(text.endsWith("1 passed, 0 failed\n2 passed, 0 failed\n")).toBe(true);
  expect(readdirSync(join(folder, "tmp"))).toEqual([]);
});
