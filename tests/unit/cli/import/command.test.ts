import { existsSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { runImportCommand } from "../../../../cli/import/command";
import type { ImportOptions } from "../../../../cli/import/options";
import { startTenant, type Tenant } from "../../../../emulator/src";
import { forgetOpenApis } from "../../../../provider/api/managementApi";
import { canaryToken, fillSmall } from "../../../support/import/smallTenant";
import { fixture, terraformFixture } from "../../../support/officialStates";
import { stopSignals, withStandInPulumi } from "../../../support/pipelines/standInPulumi";
import { filesIn } from "../../../support/project";
import { idOf, manyPolicies, manyStreams, streamIdOf } from "../../../support/tenant/many";

// The command in this process, with a real tenant and a shell script in the place of the Pulumi CLI.

const pulumi = withStandInPulumi();
const environment = { ...process.env };
let tenant: Tenant;
let stacks: string[];

beforeEach(async () => {
  stacks = [];
  tenant = await startTenant();
  Object.assign(process.env, tenant.environment);
  forgetOpenApis();
  pulumi.replacePulumi(`case "$1 $2" in
    "stack ls") cat stacks.json;;
    "stack export") cat "$4.json";;
    "config --show-secrets") cat config.json;;
    "config set") cat >> secrets;;
    "import --file") . ./import.sh;;
    *) echo "no such program" >&2; exit 1;;
  esac`);
  addStack("test", []);
  selectStack("test");
  configure({});
  pulumi.write("import.sh", "");
});
afterEach(async () => {
  process.env = { ...environment };
  await tenant.close();
});

const selectStack = (selected?: string) =>
  pulumi.write(
    "stacks.json",
    JSON.stringify(stacks.map((name) => ({ name, current: name === selected }))),
  );
const configure = (secrets: Record<string, string>) => {
  const entries = Object.entries(secrets).map(([key, value]) => [key, { value, secret: true }]);
  pulumi.write("config.json", JSON.stringify(Object.fromEntries(entries)));
};

/** Adds a stack that holds policies, by their numbers and ids. */
function addStack(stack: string, policies: [number: number, id: string][]): void {
  stacks.push(stack);
  const type = "auth0-native:index:RateLimitPolicy";
  const resources = policies.map(([number, id]) => {
    const consumerSelector = `client_id:c${number}`;
    const inputs = { resource: "oauth_authentication_api", consumer: "client", consumerSelector };
    return { urn: `urn:pulumi:${stack}::test::${type}::policy-${number}`, type, id, inputs };
  });
  pulumi.write(`${stack}.json`, JSON.stringify({ version: 3, deployment: { resources } }));
  selectStack("test");
}

/** The exit code, and what the command printed on either stream. */
async function run(options: Partial<ImportOptions> = {}, stop = stopSignals()) {
  const printed = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    jest.spyOn(process[stream], "write").mockImplementation(((text: string, done?: () => void) => {
      printed[stream] += text;
      done?.();
      return true;
    }) as never);
  }
  jest.spyOn(console, "error").mockImplementation((line) => {
    printed.stderr += `${line}\n`;
  });
  const given = { cwd: pulumi.folder, out: `${pulumi.folder}/imported`, ...options };
  const code = await runImportCommand(given, stop).catch((error: Error) => {
    printed.stderr += `error: ${error.message}`;
    return 1;
  });
  return { code, ...printed };
}

/** The files of the import, beside those of the project. */
const written = () => filesIn(pulumi.folder).filter((file) => file.startsWith("imported/"));
const imports = () => pulumi.calls().match(/^import .*/gm) ?? [];

describe("before the tenant is read", () => {
  async function refused(options: Partial<ImportOptions> = {}): Promise<string> {
    const { code, stdout, stderr } = await run(options);
    expect({ code, stdout, files: written() }).toEqual({ code: 1, stdout: "", files: [] });
    expect(tenant.requests).toEqual([]);
    return stderr;
  }

  test.each(["prod", "organization/other/test"])(
    "the unknown stack %s is refused",
    async (stack) => {
      expect(await refused({ stack })).toContain(
        `there is no stack "${stack}": the stacks of this project are test; \`pulumi stack init\``,
      );
    },
  );

  test("a project without a selected stack is refused", async () => {
    selectStack();
    expect(await refused()).toContain("no stack is selected, and --stack names none");
  });

  test("a Pulumi CLI that is too old for import files is refused", async () => {
    pulumi.replaceWholePulumi(
      `case "$1" in version) echo v3.253.0;; stack) [ "$2" = ls ] && cat stacks.json || cat test.json;; *) echo {};; esac`,
    );
    expect(await refused()).toContain("the Pulumi CLI is 3.253.0: install 3.254.0 or a newer one");
  });
});

test("a tenant without objects leaves no file", async () => {
  const { code, stdout } = await run();
  expect(code).toBe(0);
  expect(stdout).toContain("0 objects that no stack of this project holds");
  expect(existsSync(pulumi.path("imported"))).toBe(false);
});

test("a token without the permission for one kind is told the scope, and the option for the other", async () => {
  fillSmall(tenant);
  process.env.AUTH0_API_TOKEN = tenant.issueToken({ scopes: ["read:event_streams"] });
  const { code, stderr } = await run();
  expect(code).toBe(1);
  expect(stderr).toContain("grant the scope read:rate_limit_policies");
  expect(stderr).toContain("--kind EventStream");
  expect((await run({ kind: ["EventStream"] })).stdout).toContain("2 EventStream");
});

test("a signal while the tenant is read leaves no file", async () => {
  // What is under way then fails when the tenant closes.
  process.env.AUTH0_MAX_RETRIES = "0";
  const stop = stopSignals();
  tenant.answer = () => {
    stop.send();
    return undefined;
  };
  expect(await run({}, stop)).toMatchObject({ code: 1, stderr: "error: stopped by SIGTERM" });
  expect(written()).toEqual([]);
});

test("--list of 1,000 objects takes 20 requests, and names possible twins in other stacks", async () => {
  manyStreams(tenant, 500);
  manyPolicies(tenant, 500);
  const numbers = Array.from({ length: 490 }, (_, number) => number);
  addStack(
    "two",
    numbers.map((number) => [number, idOf(number)]),
  );
  addStack("three", [[495, "rlp_other"]]);
  const { code, stdout, stderr } = await run({ list: true, json: "-" });
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.not.stringContaining("error") });
  expect([tenant.apiRequests().length, tenant.tokenRequests()]).toEqual([20, 1]);
  const { objects } = JSON.parse(stdout);
  expect(objects.map(({ id }: { id: string }) => id)).toEqual([
    ...Array.from({ length: 500 }, (_, number) => streamIdOf(number)),
    ...Array.from({ length: 10 }, (_, number) => idOf(490 + number)),
  ]);
  expect(objects.filter(({ couldBe }: { couldBe: [] }) => couldBe.length > 0)).toMatchObject([
    { id: idOf(495), couldBe: [{ stack: "three", name: "policy-495", id: "rlp_other" }] },
  ]);
});

test("an import writes its files and prints the next steps, with the secrets that are configured", async () => {
  fillSmall(tenant);
  configure({ "test:crmToken": canaryToken });
  const { code, stdout, stderr } = await run();
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining("error") });
  expect(written()).toEqual(
    [".gitignore", "README.md", "import.json", "index.ts"].map((name) => `imported/${name}`),
  );
  expect(stdout).toBe(pulumi.read("imported/README.md"));
  expect(stdout).toContain("has `crmToken` already");
  expect(pulumi.read("imported/import.json")).toContain(canaryToken);
  expect(stdout + stderr + pulumi.read("imported/index.ts")).not.toContain("canary");
  expect(imports()).toEqual([]);
});

test("a takeover encrypts the secrets of the old state, and passes them by standard input", async () => {
  const { streams } = JSON.parse(fixture("terraform-provider-auth0-1.54.1.tenant.json"));
  for (const stream of streams) tenant.streams.set(stream.id, stream);
  pulumi.write("show.json", fixture(terraformFixture));
  const { code, stdout } = await run({
    fromTerraform: pulumi.path("show.json"),
    kind: ["EventStream"],
  });
  expect(code).toBe(0);
  expect(stdout).toContain("has 3 secrets from the old tool's state, encrypted");
  expect(pulumi.calls().match(/^config set .*/gm)).toEqual(
    ["basicPassword", "bearerToken", "headerHeaderValue"].map(
      (key) => `config set --secret --raw ${key} --stack test --non-interactive`,
    ),
  );
  expect(pulumi.calls() + stdout).not.toContain("fixture-");
  expect(pulumi.read("secrets")).toContain("fixture-password");
});

test("a resource that the program declares gets no program", async () => {
  fillSmall(tenant);
  expect((await run({ id: [streamIdOf(1)], as: "mine" })).code).toBe(0);
  expect(written()).toEqual(["imported/import.json"]);
  expect(JSON.parse(pulumi.read("imported/import.json")).resources).toMatchObject([
    { name: "mine", id: streamIdOf(1) },
  ]);
});

describe("--run", () => {
  test("beside a program that lacks the import names the line to add, and keeps the program", async () => {
    fillSmall(tenant);
    pulumi.write("index.ts", "export const mine = 1;\n");
    const { code, stdout } = await run({ run: true });
    expect(code).toBe(2);
    expect(stdout).toContain('import "./imported";');
    expect(pulumi.read("index.ts")).toBe("export const mine = 1;\n");
    expect(imports()).toHaveLength(1);
    // It may hold secrets.
    expect(written()).not.toContain("imported/import.json");
  });

  test("of a program that fails hides neither the report nor the program's error", async () => {
    fillSmall(tenant);
    configure({ "test:crmToken": canaryToken });
    const { code, stdout, stderr } = await run({ run: true });
    expect(code).toBe(1);
    expect(stdout).toContain("# Import of");
    expect(stderr).toContain("no such program");
  });

  test("in TypeScript with the plugin passes the stack's tenant and credentials to Pulumi", async () => {
    fillSmall(tenant);
    const { AUTH0_DOMAIN = "", AUTH0_CLIENT_ID = "", AUTH0_CLIENT_SECRET = "" } = process.env;
    configure({
      "auth0:domain": AUTH0_DOMAIN,
      "auth0:clientId": AUTH0_CLIENT_ID,
      "auth0:clientSecret": AUTH0_CLIENT_SECRET,
    });
    Object.assign(process.env, { AUTH0_DOMAIN: "other.eu.auth0.com", AUTH0_API_TOKEN: "foreign" });
    pulumi.write(
      "import.sh",
      'echo "$AUTH0_DOMAIN,$AUTH0_CLIENT_ID,$AUTH0_CLIENT_SECRET,$AUTH0_API_TOKEN" > environment; echo code > "$5"',
    );
    expect((await run({ run: true, language: "typescript-plugin" })).code).toBe(0);
    expect(pulumi.read("environment")).toBe(
      `${AUTH0_DOMAIN},${AUTH0_CLIENT_ID},${AUTH0_CLIENT_SECRET},\n`,
    );
  });

  describe("in Python", () => {
    beforeEach(() => {
      pulumi.write("Pulumi.yaml", "name: test\nruntime: python\n");
      fillSmall(tenant);
    });

    test("names an object that Pulumi cannot import, and keeps the file that imports it later", async () => {
      pulumi.write("import.sh", "echo 'error: 403' >&2; exit 1");
      const { code, stderr } = await run({ run: true, kind: ["EventStream"] });
      expect(code).toBe(1);
      expect(stderr).toContain("error: 403");
      expect(stderr).toContain(
        `Pulumi did not import 2 objects, for the reasons above: EventStream audit (${streamIdOf(2)}), EventStream crm (${streamIdOf(1)}). Remove the cause`,
      );
      expect(written()).toContain("imported/import.json");
      expect(stderr).toContain("run the import command in imported/README.md");
      expect(pulumi.read("imported/README.md")).toContain("pulumi import --file");
    });

    test("names the objects with secrets where the language host writes no code with secrets", async () => {
      addStack("test", [[0, idOf(0)]]);
      const state = JSON.parse(pulumi.read("test.json"));
      const type = "auth0-native:index:EventStream";
      for (const number of [1, 2]) {
        const urn = `urn:pulumi:test::test::${type}::${number}`;
        state.deployment.resources.push({ urn, type, id: streamIdOf(number) });
      }
      pulumi.write("later.json", JSON.stringify(state));
      pulumi.write("test.json", '{"version":3}');
      const hasWebhook = `grep -q ${streamIdOf(1)} "$3"`;
      pulumi.write(
        "import.sh",
        `cp later.json test.json; if ${hasWebhook}; then : > "$5"; else echo code > "$5"; fi`,
      );
      const { code, stdout } = await run({ run: true });
      expect(code).toBe(2);
      expect(stdout).toContain(
        `Pulumi has written no code for EventStream \`crm\` (${streamIdOf(1)})`,
      );
      expect(imports()).toHaveLength(2);
      expect(pulumi.read("imported/program.py")).toBe("code\n");
    });
  });
});
