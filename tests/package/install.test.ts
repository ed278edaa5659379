import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { list } from "tar";
import { startTenant, type Tenant } from "../../emulator/src";
import { lookups } from "../../provider/resources/lookups";
import { handlerName } from "../../provider/stateContract";
import {
  firebaseCredentials,
  hookToken,
  programNamingNode,
  type QuickstartStack,
  quickstartCopy,
  quickstartStack,
  stackOutputsIn,
} from "../support/engine/quickstart";
import { readAll } from "../support/engine/stack";
import { nodeBin } from "../support/install/downloads";
import { packRepository } from "../support/install/package";
import { installTarballWithNpm } from "../support/install/packageManagers";
import { pulumiVersions } from "../support/install/versions";
import {
  type CommandResult,
  exitAndOutput,
  filesIn,
  mustRun,
  removeTemporaryFolders,
  root,
} from "../support/project";
import { names } from "../support/values/kinds";

interface Manifest {
  exports: Record<string, string | Record<string, string>>;
}

const readJson = (...path: string[]) => JSON.parse(readFileSync(join(...path), "utf8"));

/** The paths of the files in the tarball. */
const packed: string[] = [];
/**
 * The quickstart, with the tarball installed by npm, which alone refuses peer dependencies that do not fit. So it
 * has the oldest Node, Pulumi and TypeScript; matrix.test.ts has the newest.
 */
let project: string;
const oldestNode = () => nodeBin(20);
let installed: string;

beforeAll(async () => {
  const file = await packRepository();
  const onReadEntry = ({ path }: { path: string }) => packed.push(path.replace("package/", ""));
  list({ file, sync: true, onReadEntry });
  packed.sort();
  const dependencies = {
    "@pulumi/pulumi": pulumiVersions.oldest,
    "pulumi-auth0-native": `file:${file}`,
  };
  project = quickstartCopy(dependencies, { typescript: "~5.9.3" });
  writeFileSync(join(project, "index.ts"), programNamingNode);
  const env = { ...process.env, PATH: `${await oldestNode()}:${process.env.PATH}` };
  await installTarballWithNpm(project, { env });
  installed = join(project, "node_modules", "pulumi-auth0-native");
});

afterAll(removeTemporaryFolders);

describe("the tarball", () => {
  test("holds the compiled sources, the plugin, one schema, the templates of pipelines, the README, the license and the changelog, and nothing else", () => {
    const { include }: { include: string[] } = readJson(root, "tsconfig.json");
    const compiled = include
      .flatMap((folder) => filesIn(join(root, folder)).map((path) => `bin/${folder}/${path}`))
      // The folder plugin has these as one file.
      .filter((path) => !path.startsWith("bin/provider/adapters/plugin/"))
      .flatMap((path) => /^(.*)\.ts$/.exec(path)?.[1] ?? []);
    const documents = ["README.md", "LICENSE", "CHANGELOG.md"];
    const expected = [
      "package.json",
      "bin/schema.json",
      "cli.js",
      "bin/cli/index.js",
      "cli/drift-report.schema.json",
      "cli/delivery-report.schema.json",
      "cli/import-report.schema.json",
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

  test("has entry points that all load, and that name only files of the tarball", async () => {
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
      pulumi: [],
      sdk: exportedNames,
      schema: readJson(root, "schema.json"),
      others: [],
    });
  });

  test("has the pipelines that `ci init` writes", async () => {
    mkdirSync(join(project, ".git"));
    const init = ["ci", "init", "github", "--stacks", "staging,production"];
    await mustRun(process.execPath, [join(installed, "cli.js"), ...init], project);
    const file = ".github/workflows/drift.yml";
    const example = readFileSync(join(root, "examples/gitops", file), "utf8");
    expect(readFileSync(join(project, file), "utf8")).toBe(example);
  });

  test("exports all of its names to an ES module", async () => {
    const script = `
      const names = async (path) => Object.keys(await import(path));
      Promise.all(["pulumi-auth0-native", "pulumi-auth0-native/provider"].map(names)).then(
        (all) => console.log(JSON.stringify(all.flat())),
      )`;
    const { stdout } = await mustRun(process.execPath, ["-e", script], project);
    expect(JSON.parse(stdout)).toEqual(expect.arrayContaining([...exportedNames, "eventStream"]));
  });
});

/** plugin.test.ts tests what they do. */
const pluginFiles = [
  "PulumiPlugin.yaml",
  "THIRD_PARTY_LICENSES",
  "main.js",
  "package.json",
  "prepare.js",
  "pulumi-resource-auth0-native",
  "pulumi-resource-auth0-native.cmd",
];

/** What a program can import from the package. */
const exportedNames = [
  ...names,
  "Provider",
  ...["deliveryPages", "deliveryStatistics", "hooks", "redeliver", "sendTestEvent"],
  ...["getDeliveries", ...Object.keys(lookups)].flatMap((name) => [name, `${name}Output`]),
].sort();

describe("the quickstart, with the installed tarball and the Pulumi CLI", () => {
  let tenant: Tenant;
  let stack: QuickstartStack;
  let up: CommandResult;
  let drift: CommandResult;
  /** The requests of the drift check that are not reads. */
  let writeRequests: string[];

  beforeAll(async () => {
    tenant = await startTenant();
    stack = await quickstartStack(project, tenant.environment, await oldestNode());
    up = await stack.pulumi("up", "--yes", "--skip-preview");
    tenant.clearRequests();
    drift = await stack.auth0Native("drift");
    writeRequests = tenant.apiRequests().filter((request) => !request.startsWith("GET "));
  });

  afterAll(() => tenant.close());

  test("`pulumi up` checks its types, and creates its three objects in the tenant", () => {
    expect(exitAndOutput(up)).toMatch(/^exit code 0\n[\s\S]*\+ 4 created/);
    expect([...tenant.streams.values()]).toEqual([
      expect.objectContaining({
        name: "crm",
        status: "enabled",
        subscriptions: [
          { event_type: "user.created" },
          { event_type: "user.deleted" },
          { event_type: "user.updated" },
        ],
        destination: {
          type: "webhook",
          configuration: {
            webhook_endpoint: "https://crm.example.com/hooks/auth0",
            webhook_authorization: { method: "bearer", token: hookToken },
          },
        },
      }),
    ]);
    expect([...tenant.policies.values()]).toEqual([
      expect.objectContaining({
        resource: "oauth_authentication_api",
        consumer: "client",
        consumer_selector: "third_party_clients",
        configuration: { action: "block", limit: 100 },
      }),
    ]);
    expect(tenant.fcmv1).toEqual({ server_credentials: firebaseCredentials });
  });

  test("the outputs name the objects of the tenant", () => {
    const [[streamId], [policyId]] = [[...tenant.streams.keys()], [...tenant.policies.keys()]];
    const runBy = expect.stringMatching(/^v20\.\S+ object$/);
    expect(stackOutputsIn(stack)).toEqual({ streamId, policyId, failedDeliveries: [], runBy });
  });

  test("a drift check after `pulumi up` finds no drift, says what it cannot verify, and only reads", () => {
    expect(exitAndOutput(drift)).toMatch(
      /^exit code 0\n[\s\S]*Cannot be verified: [\s\S]*No drift in \w+ \(/,
    );
    expect(writeRequests).toEqual([]);
  });

  test("no secret is in plain text in the backend, in the stack's settings or in any output", () => {
    const backend = readAll(stack.home);
    const texts = {
      backend,
      settings: readFileSync(join(project, "Pulumi.test.yaml"), "utf8"),
      up: up.text,
      drift: drift.text,
    };
    // Part of the credentials: the whole JSON would be written with escapes.
    const secrets = [hookToken, "plain-firebase-key", "emulator-client-secret"];
    const leaks = Object.entries(texts).flatMap(([place, text]) =>
      secrets.filter((secret) => text.includes(secret)).map((secret) => `${secret} in ${place}`),
    );
    expect(leaks).toEqual([]);
    // The search can find: a value that is not secret is there.
    expect(backend).toContain("https://crm.example.com/hooks/auth0");
  });
});
