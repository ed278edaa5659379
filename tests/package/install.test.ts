import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { list } from "tar";
import { startTenant, type Tenant } from "../../emulator/src";
import { version } from "../../package.json";
import { lookups } from "../../provider/lookups/lookups";
import { handlerName } from "../../provider/stateStrings";
import { baseEnvironment, pulumiFolder } from "../support/engine/environment";
import { runInShell } from "../support/engine/guideCommands";
import {
  commandsWith,
  comparableLines,
  startPage,
  startScopes,
  startSteps,
} from "../support/engine/pageCommands";
import { pinnedTemplate } from "../support/engine/quickstart";
import { readPage } from "../support/guides";
import { nodeBin } from "../support/install/downloads";
import { packRepository } from "../support/install/package";
import { linkFromRegistry, npmEnvironment, readManifest } from "../support/install/packageManagers";
import { bareEnvironment, startPlugin } from "../support/install/startedPlugin";
import { pulumiVersions } from "../support/install/versions";
import {
  type CommandResult,
  exitAndOutput,
  filesIn,
  mustRun,
  removeTemporaryFolders,
  root,
  temporaryFolder,
} from "../support/project";
import { names } from "../support/values/kinds";

interface Manifest {
  exports: Record<string, string | Record<string, string>>;
}

const readJson = (...path: string[]) => JSON.parse(readFileSync(join(...path), "utf8"));

/** The paths of the files in the tarball. */
const packed: string[] = [];
/**
 * A project of the template in TypeScript, which `pulumi new` installs with npm. It has the oldest Node,
 * Pulumi, and TypeScript, because only npm rejects unfit peer dependencies. matrix.test.ts has the newest
 * versions.
 */
let project: string;
let installed: string;
let tenant: Tenant;
/** The folder of the state. */
const home = temporaryFolder();
/** Runs a step of docs/start.md. */
let run: (step: Step) => Promise<CommandResult>;
type Step = (typeof startSteps)[number];
const [creation, ...steps] = startSteps as [Step, ...Step[]];

beforeAll(async () => {
  const file = await packRepository();
  const onReadEntry = ({ path }: { path: string }) => packed.push(path.replace("package/", ""));
  list({ file, sync: true, onReadEntry });
  packed.sort();
  const dependencies = {
    "@pulumi/pulumi": pulumiVersions.oldest,
    "pulumi-auth0-native": `file:${file}`,
  };
  const template = pinnedTemplate("typescript", dependencies, { typescript: "~5.9.3" });
  const parent = temporaryFolder();
  project = join(parent, "identity");
  mkdirSync(project);
  mkdirSync(join(home, "state"));
  tenant = await startTenant({ scopes: startScopes });
  const base = baseEnvironment(home, await pulumiFolder());
  const env = {
    ...process.env,
    ...base,
    ...npmEnvironment,
    ...tenant.environment,
    PATH: `${await nodeBin(20)}:${base.PATH}`,
  };
  await linkFromRegistry(readManifest(template), project, env);
  run = ({ commands }) => {
    // Only a preview checks the types.
    const PULUMI_NODEJS_TRANSPILE_ONLY = String(!commands.startsWith("pulumi preview"));
    const folder = commands.startsWith("mkdir") ? parent : project;
    const here = { folder, env: { ...env, PULUMI_NODEJS_TRANSPILE_ONLY } };
    return runInShell(commandsWith(commands, template, home), here);
  };
  expect(exitAndOutput(await run(creation))).toMatch(/^exit code 0\n/);
  installed = join(project, "node_modules", "pulumi-auth0-native");
});

afterAll(() => tenant.close());
afterAll(removeTemporaryFolders);

describe("the tarball", () => {
  test("has only the compiled sources, the plugin, and the files that they read", () => {
    const { include }: { include: string[] } = readJson(root, "tsconfig.json");
    const compiled = include
      .flatMap((folder) => filesIn(join(root, folder)).map((path) => `bin/${folder}/${path}`))
      // The folder plugin/ has these as one file.
      .filter((path) => !path.startsWith("bin/provider/adapters/plugin/"))
      .flatMap((path) => /^(.*)\.ts$/.exec(path)?.[1] ?? []);
    const documents = ["README.md", "LICENSE", "CHANGELOG.md"];
    const expected = [
      "package.json",
      "bin/schema.json",
      "cli.js",
      "bin/cli/index.js",
      "bin/cli/page.css",
      "bin/cli/THIRD_PARTY_LICENSES",
      "examples/alerts/alert.sh",
      "cli/drift-report.schema.json",
      "cli/delivery-report.schema.json",
      "cli/ci-settings.schema.json",
      ...documents.filter((name) => existsSync(join(root, name))),
      ...compiled.map((path) => `${path}.js`),
      ...compiled.map((path) => `${path}.d.ts`),
      ...pluginFiles.map((path) => `plugin/${path}`),
      ...filesIn(join(root, "cli/ci/init/templates")).map((path) => `bin/cli/templates/${path}`),
    ];
    expect(compiled).toEqual(
      expect.arrayContaining(["bin/sdk/index", "bin/provider/index", "bin/sdk/generated"]),
    );
    expect(packed).toEqual(expected.sort());
  });

  test("is installed completely", () => {
    expect(filesIn(installed, ["node_modules"])).toEqual(packed);
  });

  test("has entry points that load and name only files of the tarball", async () => {
    const { exports }: Manifest = readJson(installed, "package.json");
    const targets = Object.values(exports).flatMap((target) =>
      typeof target === "string" ? [target] : Object.values(target),
    );
    expect(targets.filter((target) => !packed.includes(target.replace("./", "")))).toEqual([]);
    const script = `
      const { name } = require("pulumi-auth0-native/package.json");
      const load = (entry) => Object.keys(require(name + entry)).sort();
      console.log(JSON.stringify({
        provider: load("/provider"),
        // Eighty modules would take twice the processor time of one.
        files: Object.keys(require.cache).filter((file) => file.includes("/bin/")).length,
        // Before the sdk, which needs Pulumi, is loaded.
        pulumi: Object.keys(require.cache).filter((file) => file.includes("@pulumi")),
        sdk: load(""),
        schema: require(name + "/schema.json"),
        others: ["/bin/provider/index.js", "/sdk", "/emulator"].filter((entry) => {
          try { return require.resolve(name + entry); } catch { return false; }
        }),
      }))`;
    const { stdout } = await mustRun(process.execPath, ["-e", script], project);
    expect(JSON.parse(stdout)).toEqual({
      provider: ["deliveriesFunction", ...names.map(handlerName)],
      files: 1,
      pulumi: [],
      sdk: exportedNames,
      schema: readJson(root, "schema.json"),
      others: [],
    });
  });
});

const pluginFiles = [
  "PulumiPlugin.yaml",
  "THIRD_PARTY_LICENSES",
  "main.js",
  "package.json",
  "prepare.js",
  "pulumi-resource-auth0-native",
  "pulumi-resource-auth0-native.cmd",
];

/** The modules that a program can import from the package. */
const exportedNames = [
  ...names,
  "Provider",
  ...["deliveryPages", "hooks"],
  ...["getDeliveries", ...Object.keys(lookups)].flatMap((name) => [name, `${name}Output`]),
].sort();

test.each(["pulumi-auth0-native", "pulumi-auth0-native/plugin"])(
  "a program that imports %s before Pulumi loads a part of Pulumi",
  async (path) => {
    const script = `
      const { RateLimitPolicy } = require("${path}");
      const modules = Object.keys(require.cache);
      const { CustomResource } = require("@pulumi/pulumi");
      console.log(JSON.stringify({
        loadsAll: modules.includes(require.resolve("@pulumi/pulumi")),
        loadsTheSerializer: modules.some((file) => file.includes("serializeClosure")),
        hasItsClasses: RateLimitPolicy.prototype instanceof CustomResource,
      }));`;
    const { stdout } = await mustRun(process.execPath, ["-e", script], project);
    expect(JSON.parse(stdout)).toEqual({
      loadsAll: false,
      loadsTheSerializer: false,
      hasItsClasses: true,
    });
  },
);

/** An entry of npm's lockfile, which repeats what the registry says about the package. */
interface Locked {
  deprecated?: string;
  hasInstallScript?: boolean;
  dependencies?: Record<string, string>;
}

/**
 * The package and its dependencies by folder. `@pulumi/pulumi` is a peer dependency, which every Pulumi program
 * installs anyway, so its tree is not counted.
 */
function dependencyTree(): Map<string, Locked> {
  const { packages }: { packages: Record<string, Locked> } = readJson(project, "package-lock.json");
  const tree = new Map<string, Locked>();
  const add = (name: string, parents: string[]): void => {
    const folders = parents.map((parent) => `${parent}node_modules/${name}`);
    const folder = folders.find((one) => packages[one]) ?? "";
    if (tree.has(folder)) return;
    const locked = packages[folder] as Locked;
    tree.set(folder, locked);
    for (const next of Object.keys(locked.dependencies ?? {}))
      add(next, [`${folder}/`, ...parents]);
  };
  add("pulumi-auth0-native", [""]);
  return tree;
}

test("neither the package nor a dependency runs a script when it is installed, or is deprecated", () => {
  const onInstall = ["preinstall", "install", "postinstall"];
  const wrong = [...dependencyTree()].filter(([folder, { hasInstallScript, deprecated }]) => {
    const { scripts = {} } = readJson(project, folder, "package.json");
    const runsScript = onInstall.some((script) => script in scripts);
    const isBuilt = existsSync(join(project, folder, "binding.gyp"));
    return hasInstallScript || deprecated || runsScript || isBuilt;
  });
  expect(wrong).toEqual([]);
});

test("the package has at most 40 dependencies, each once, and takes less than 7.5 MB with them", () => {
  const folders = [...dependencyTree().keys()].map((folder) => join(project, folder));
  const sizes = folders.flatMap((folder) =>
    filesIn(folder, ["node_modules"]).map((file) => statSync(join(folder, file)).size),
  );
  expect(folders.length - 1).toBeLessThanOrEqual(40);
  const names = folders.map((folder) => folder.split("node_modules/").at(-1));
  expect(new Set(names).size).toBe(folders.length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(7_500_000);
});

test("the package has a command that starts the plugin", async () => {
  const command = join(project, "node_modules", ".bin", "pulumi-resource-auth0-native");
  const env = bareEnvironment({ node: process.execPath });
  const started = await startPlugin([command], project, env);
  expect(await started.version()).toBe(version);
  await started.end("SIGTERM");
});

test("the package has a folder that Pulumi's Node.js language host starts the plugin from", async () => {
  // If you run `pulumi package add` with this folder, the host finds PulumiPlugin.yaml and runs this.
  const runPlugin = join(root, "node_modules", "@pulumi", "pulumi", "cmd", "run-plugin");
  const plugin = [process.execPath, runPlugin, join(installed, "plugin")] as const;
  const started = await startPlugin([...plugin], project, process.env);
  expect(await started.version()).toBe(version);
  expect(await started.end("closed stdin")).toMatchObject({ leftProcess: false });
});

describe(`the template in TypeScript, by the commands of ${startPage}`, () => {
  const change = /change `(.*?)` to `(.*?)`/.exec(readPage(startPage)) ?? [];
  const results: CommandResult[] = [];
  /** The tenant's writes in each step. */
  const writes: string[][] = [];

  beforeAll(async () => {
    for (const step of steps.slice(0, -1)) {
      tenant.clearRequests();
      // The step after the first `pulumi up` applies the change that the page describes.
      if (results.length === 2) {
        const program = join(project, "index.ts");
        const [, from = "", to = ""] = change;
        writeFileSync(program, readFileSync(program, "utf8").replace(from, to));
      }
      results.push(await run(step));
      writes.push(tenant.apiRequests().filter((request) => !request.startsWith("GET ")));
    }
  });

  test("every command prints what the page shows and succeeds, except with drift", () => {
    for (const [index, result] of results.entries()) {
      const code = steps[index]?.commands.startsWith("curl") ? 7 : 0;
      expect(exitAndOutput(result)).toMatch(new RegExp(`^exit code ${code}\n`));
      const lines = comparableLines(result.text);
      const shown = comparableLines(steps[index]?.shown ?? "");
      expect(shown.length).toBeGreaterThan(0);
      expect(lines).toEqual(expect.arrayContaining(shown));
    }
  });

  test("only `pulumi up` and destroy write, and only what differs", () => {
    const create = expect.stringMatching(/^POST \/(event-streams|rate-limit-policies)$/);
    const destroy = expect.stringMatching(/^DELETE /);
    expect(writes).toEqual([
      [],
      [create, create],
      [expect.stringMatching(/^PATCH \/rate-limit-policies\//)],
      ...[[], []],
      [expect.stringMatching(/^PATCH \/event-streams\//)],
      [destroy, destroy],
    ]);
    expect(tenant.streams.size + tenant.policies.size).toBe(0);
  });
});
