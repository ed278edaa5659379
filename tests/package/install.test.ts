import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import ts from "typescript";
import { startTenant, type Tenant } from "../../emulator/src";
import {
  firebaseCredentials,
  hookToken,
  type QuickstartStack,
  quickstartCopy,
  quickstartStack,
} from "../support/engine/quickstart";
import { readAll } from "../support/engine/stack";
import { pack, patience } from "../support/install/package";
import { install } from "../support/install/packageManagers";
import {
  type CommandResult,
  copyOfRepository,
  exitAndOutput,
  filesIn,
  mustRun,
  removeTemporaryFolders,
} from "../support/project";
import { compile, optionsOf } from "../types/compile";

interface Manifest {
  name: string;
  version: string;
  scripts?: Record<string, string>;
  exports: Record<string, string | Record<string, string>>;
  devDependencies: Record<string, string>;
}

const readJson = (...path: string[]) => JSON.parse(readFileSync(join(...path), "utf8"));

/** The repository at the state of the tarball. */
let source: string;
/** What is in the tarball, as npm tells it. */
let packed: string[];
/** The quickstart, with the tarball installed. */
let project: string;
let installed: string;

beforeAll(async () => {
  source = copyOfRepository();
  await mustRun("npx", ["--no-install", "tsc"], source);
  const { file, contents } = await pack(source);
  packed = contents;
  const { devDependencies }: Manifest = readJson(source, "package.json");
  project = quickstartCopy({
    "@pulumi/pulumi": devDependencies["@pulumi/pulumi"] ?? "",
    "pulumi-auth0-native": `file:${file}`,
  });
  await install("npm", project);
  installed = join(project, "node_modules", "pulumi-auth0-native");
}, patience);

afterAll(removeTemporaryFolders);

describe("the tarball", () => {
  test("holds what the sources compile to, one schema and the front pages, and nothing else", () => {
    const { include }: { include: string[] } = readJson(source, "tsconfig.json");
    const compiled = include.flatMap((folder) =>
      filesIn(join(source, folder))
        .filter((path) => path.endsWith(".ts"))
        .map((path) => `bin/${folder}/${path.replace(/\.ts$/, "")}`),
    );
    const frontPages = ["README.md", "LICENSE", "CHANGELOG.md"];
    const expected = [
      "package.json",
      "bin/schema.json",
      "cli.js",
      "cli/drift-report.schema.json",
      ...frontPages.filter((name) => existsSync(join(source, name))),
      ...compiled.flatMap((path) => [`${path}.js`, `${path}.d.ts`]),
    ];
    expect(compiled).toEqual(
      expect.arrayContaining(["bin/sdk/index", "bin/provider/index", "bin/sdk/generated"]),
    );
    expect(packed).toEqual(expected.sort());
  });

  test("installs whole and runs no script", () => {
    expect(filesIn(installed, ["node_modules"])).toEqual(packed);
    const { scripts = {} }: Manifest = readJson(installed, "package.json");
    const onInstall = ["preinstall", "install", "postinstall", "prepare"];
    expect(onInstall.filter((name) => name in scripts)).toEqual([]);
    expect(packed).not.toContain("binding.gyp");
  });

  test("names only files that it holds, and all of its entry points load", async () => {
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
        // Before the sdk is loaded, which needs Pulumi.
        pulumi: Object.keys(require.cache).filter((file) => file.includes("@pulumi")),
        sdk: load(""),
        schema: require(name + "/schema.json"),
        others: ["/bin/provider/index.js", "/sdk", "/emulator"].filter((entry) => {
          try { return require.resolve(name + entry); } catch { return false; }
        }),
      }))`;
    const { stdout } = await mustRun(process.execPath, ["-e", script], project);
    expect(JSON.parse(stdout)).toEqual({
      provider: ["deliveriesFunction", "eventStream", "guardianFcmv1Provider", "rateLimitPolicy"],
      pulumi: [],
      sdk: api,
      schema: readJson(source, "schema.json"),
      others: [],
    });
  });

  test("is imported by an ES module with all of its names", async () => {
    const names = api.join(", ");
    writeFileSync(
      join(project, "names.mjs"),
      `import * as auth0 from "pulumi-auth0-native";
      import { ${names} } from "pulumi-auth0-native";
      import { eventStream } from "pulumi-auth0-native/provider";
      console.log(JSON.stringify({
        kinds: Object.fromEntries(Object.entries({ ${names} }).map(([key, it]) => [key, typeof it])),
        same: [${names}].every((it) => Object.values(auth0).includes(it)),
        handler: typeof eventStream.create,
      }));`,
    );
    const { stdout } = await mustRun(process.execPath, ["names.mjs"], project);
    expect(JSON.parse(stdout)).toEqual({
      kinds: Object.fromEntries(api.map((name) => [name, "function"])),
      same: true,
      handler: "function",
    });
  });

  test("brings declarations with which the quickstart compiles", () => {
    const index = join(project, "index.ts");
    const broken = join(project, "broken.ts");
    const program = readFileSync(index, "utf8");
    const wrong = program.replace('action: "block", limit: 100', 'action: "allow", limit: 100');
    expect(wrong).not.toBe(program);
    writeFileSync(broken, wrong);
    const options = optionsOf(ts, readJson(project, "tsconfig.json").compilerOptions);
    const { errors } = compile(ts, [index, broken], options);
    expect(errors).toEqual({
      [broken]: [
        expect.objectContaining({ message: expect.stringMatching(/'limit' are incompatible/) }),
      ],
    });
  });
});

/** What a program finds in the package. */
const api = [
  "EventStream",
  "GuardianFcmv1Provider",
  "Provider",
  "RateLimitPolicy",
  "deliveryPages",
  "getDeliveries",
  "getDeliveriesOutput",
];

describe("the quickstart, from the tarball through the CLI", () => {
  let tenant: Tenant;
  let stack: QuickstartStack;
  let up: CommandResult;
  let preview: CommandResult;
  let drift: CommandResult;
  let destroy: CommandResult;
  /** What the tenant held after `up`, and was asked for by the two checks after it. */
  let held: { streams: object[]; policies: object[]; fcmv1: unknown };
  let written: string[];
  let outputs: Record<string, unknown>;
  /** All of the backend while the stack stood. */
  let backend: string;

  beforeAll(async () => {
    tenant = await startTenant();
    stack = await quickstartStack(project, tenant);
    const { home, pulumi, auth0Native } = stack;

    up = await pulumi("up", "--yes");
    held = {
      streams: [...tenant.streams.values()].map((stream) => structuredClone(stream)),
      policies: [...tenant.policies.values()].map((policy) => structuredClone(policy)),
      fcmv1: tenant.fcmv1,
    };
    outputs = JSON.parse((await pulumi("stack", "output", "--json")).stdout);
    backend = readAll(home);
    tenant.clearRequests();
    preview = await pulumi("preview", "--expect-no-changes");
    drift = await auth0Native("drift");
    written = tenant.apiRequests().filter((request) => !request.startsWith("GET "));
    destroy = await pulumi("destroy", "--yes", "--skip-preview");
  }, patience);

  afterAll(() => tenant.close());

  test("`pulumi up` makes its three objects in the tenant", () => {
    expect(exitAndOutput(up)).toMatch(/^exit code 0\n[\s\S]*\+ 4 created/);
    expect(held).toEqual({
      streams: [
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
      ],
      policies: [
        expect.objectContaining({
          resource: "oauth_authentication_api",
          consumer: "client",
          consumer_selector: "third_party_clients",
          configuration: { action: "block", limit: 100 },
        }),
      ],
      fcmv1: { server_credentials: firebaseCredentials },
    });
  });

  test("its outputs name what the tenant holds", () => {
    const [stream, policy] = [held.streams[0], held.policies[0]] as { id: string }[];
    expect(outputs).toEqual({ streamId: stream?.id, policyId: policy?.id, failedDeliveries: [] });
  });

  test("a preview right after it finds nothing to do", () => {
    expect(exitAndOutput(preview)).toMatch(/^exit code 0\n[\s\S]*4 unchanged/);
  });

  test("a drift check right after it finds none, and says what it cannot verify", () => {
    expect(exitAndOutput(drift)).toMatch(
      /^exit code 0\n[\s\S]*No drift in 1 stack; 1 object cannot be verified/,
    );
  });

  test("neither of the two writes to the tenant", () => {
    expect(written).toEqual([]);
  });

  test("no secret stands in plain text in the backend, in the stack's settings or in any output", () => {
    const texts = {
      backend,
      "the backend after destroy": readAll(stack.home),
      settings: readFileSync(join(project, "Pulumi.test.yaml"), "utf8"),
      up: up.text,
      preview: preview.text,
      drift: drift.text,
      destroy: destroy.text,
    };
    // Not the whole JSON, which is written with escapes.
    const secrets = [hookToken, "plain-firebase-key", "emulator-client-secret"];
    const leaks = Object.entries(texts).flatMap(([place, text]) =>
      secrets.filter((secret) => text.includes(secret)).map((secret) => `${secret} in ${place}`),
    );
    expect(leaks).toEqual([]);
    // The search is one that finds: what is no secret does stand there.
    expect(backend).toContain("https://crm.example.com/hooks/auth0");
  });

  test("`pulumi destroy` leaves no stream and no policy, and says that the credentials stay", () => {
    expect(exitAndOutput(destroy)).toMatch(/^exit code 0\n[\s\S]*- 4 deleted/);
    expect([...tenant.streams.keys(), ...tenant.policies.keys()]).toEqual([]);
    expect(destroy.text).toContain("the tenant keeps them");
    expect(tenant.fcmv1).toEqual({ server_credentials: firebaseCredentials });
  });
});
