import { getEventListeners } from "node:events";
import { existsSync, rmSync, statSync } from "node:fs";
import { beforeEach, describe, expect, test } from "@jest/globals";
import type { ImportOptions } from "../../../../cli/import/options";
import { canaryToken, fillSmall, withImportCommand } from "../../../support/import/importCommand";
import { fixture, terraformFixture } from "../../../support/officialStates";
import { stopSignals } from "../../../support/pipelines/standInPulumi";
import { mustRun } from "../../../support/project";
import {
  addStream,
  idOf,
  manyPolicies,
  manyStreams,
  streamIdOf,
} from "../../../support/tenant/many";

const command = withImportCommand();
const { pulumi, selectStack, configure, addStack, run, written, imports } = command;

const oldPulumi = `case "$1" in version) echo v3.253.0;; stack) [ "$2" = ls ] && cat stacks.json || cat test.json;; *) echo {};; esac`;
const noStack = (name: string) =>
  `There is no stack "${name}". The stacks of this project are test. To create a stack, run \`pulumi stack init\`.`;

test.each<[string, () => unknown, string]>([
  ["an unknown stack", () => ({ stack: "prod" }), noStack("prod")],
  ["an organization", () => ({ stack: "a/other/test" }), noStack("a/other/test")],
  [
    "a report that could not be written",
    () => ({ json: pulumi.folder }),
    "can't be written: it's a folder. Pass a file in it",
  ],
  [
    "a project without a selected stack",
    () => selectStack(),
    "No stack is selected. Pass one with --stack",
  ],
  [
    "a Pulumi CLI that is too old for import files",
    () => pulumi.replaceWholePulumi(oldPulumi),
    "Pulumi CLI 3.253.0 is too old. Install 3.254.0 or newer",
  ],
])("%s is rejected before the tenant is read", async (_, prepare, expected) => {
  const { code, stdout, stderr } = await run(prepare() as Partial<ImportOptions>);
  expect({ code, stdout, files: written() }).toEqual({ code: 1, stdout: "", files: [] });
  expect(command.tenant.requests).toEqual([]);
  expect(stderr).toContain(expected);
});

test("a tenant without objects leaves no file", async () => {
  const { code, stdout } = await run();
  expect(code).toBe(0);
  expect(stdout).toContain("Found 0 objects that no stack in this project managed");
  expect(existsSync(pulumi.path("imported"))).toBe(false);
  expect(await run({ list: true })).toMatchObject({
    code: 0,
    stdout: expect.stringContaining("manage every object"),
  });
});

test.each([
  ["a missing permission", "insufficient_scope", 1, "error: GET /rate-limit-policies "],
  ["a plan without it", "insufficient_entitlement", 0, "Some objects aren't listed: GET /rate"],
])("a kind that can't be listed for %s: %s", async (_, errorCode, code, message) => {
  fillSmall(command.tenant);
  const response = { status: 403, body: { errorCode, message: "No." } };
  command.tenant.respond = ({ path }) => (/policies/.test(path) ? response : undefined);
  const ended = await run();
  expect(ended).toMatchObject({ code, stderr: expect.stringContaining(message) });
});

test("a signal while the tenant is read leaves no file", async () => {
  // Running requests fail when the tenant closes.
  process.env.AUTH0_MAX_RETRIES = "0";
  const stop = stopSignals();
  command.tenant.respond = () => {
    stop.send();
    return undefined;
  };
  expect(await run({}, stop)).toMatchObject({ code: 1, stderr: "error: stopped by SIGTERM" });
  expect(written()).toEqual([]);
});

test("--list of 1,000 objects takes 20 requests, and names possible matches in other stacks", async () => {
  manyStreams(command.tenant, 500);
  manyPolicies(command.tenant, 500);
  const numbers = Array.from({ length: 490 }, (_, number) => number);
  addStack(
    "two",
    numbers.map((number) => [number, idOf(number)]),
  );
  addStack("three", [[495, "rlp_other"]]);
  const kind = ["EventStream", "RateLimitPolicy"];
  const { code, stdout, stderr } = await run({ list: true, json: "-", kind });
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.not.stringContaining("error") });
  expect([command.tenant.apiRequests().length, command.tenant.tokenRequests()]).toEqual([20, 1]);
  const { objects } = JSON.parse(stdout);
  expect(objects.map(({ id }: { id: string }) => id)).toEqual([
    ...Array.from({ length: 500 }, (_, number) => streamIdOf(number)),
    ...Array.from({ length: 10 }, (_, number) => idOf(490 + number)),
  ]);
  expect(objects.filter(({ couldBe }: { couldBe: [] }) => couldBe.length > 0)).toMatchObject([
    { id: idOf(495), couldBe: [{ stack: "three", name: "policy-495", id: "rlp_other" }] },
  ]);
});

test("--list names objects that another project's stack manages, and unreadable stacks", async () => {
  manyPolicies(command.tenant, 2);
  addStack("organization/web/prod", [[1, idOf(1)]]);
  addStack("organization/web/dev", []);
  rmSync(pulumi.path("organization/web/dev.json"));
  const { code, stdout, stderr } = await run({ list: true });
  expect([code, stdout]).toEqual([2, expect.stringContaining(idOf(1))]);
  expect(stderr.match(/^RateLimitPolicy .*/gm)).toEqual([
    `RateLimitPolicy ${idOf(1)}: The stack organization/web/prod of another project manages it as "policy-1". An import leaves it out without --force.`,
  ]);
  expect(stderr).toContain("couldn't read the stack organization/web/dev: ");
});

test.each<Partial<ImportOptions>>([
  { list: true },
  { list: true, json: "-" },
  {},
  { run: true, force: true },
])(
  "no output of %j is a command of a CI runner, whatever names the tenant has",
  async (options) => {
    addStream(command.tenant, streamIdOf(1), "##[error]crm");
    addStack("organization/##[x]/prod", []);
    rmSync(pulumi.path("organization/##[x]/prod.json"));
    pulumi.write("import.sh", "echo '##[error]Pulumi'");
    const { stdout, stderr } = await run(options);
    expect(stdout + stderr).not.toContain("##[");
    expect(stderr).toContain("# #[x]/prod");
    if (options.run) expect(stderr).toContain("# #[error]Pulumi");
    if (options.json) expect(JSON.parse(stdout).objects[0].label).toBe("##[error]crm");
  },
);

test("an import writes its files and prints the next steps, with the secrets that are configured", async () => {
  fillSmall(command.tenant);
  configure({ "test:crmToken": canaryToken });
  const { code, stdout, stderr } = await run();
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining("error") });
  expect(written()).toEqual(
    [".gitignore", "import.json", "index.ts"].map((name) => `imported/${name}`),
  );
  expect(stdout).toContain("already has `crmToken`");
  expect(pulumi.read("imported/import.json")).toContain(canaryToken);
  expect(statSync(pulumi.path("imported/import.json")).mode & 0o777).toBe(0o600);
  expect(stdout + stderr + pulumi.read("imported/index.ts")).not.toContain("canary");
  expect(imports()).toEqual([]);
  // Before the import, it would recreate every object.
  expect(existsSync(pulumi.path("index.ts"))).toBe(false);
});

const oldTenant = JSON.parse(fixture("terraform-provider-auth0-1.54.1.tenant.json"));

test("a takeover encrypts the secrets that the configuration lacks, through standard input", async () => {
  for (const stream of oldTenant.streams) command.tenant.streams.set(stream.id, stream);
  pulumi.write("show.json", fixture(terraformFixture));
  configure({ "test:bearerToken": "kept" });
  const fromTerraform = pulumi.path("show.json");
  const { code, stdout } = await run({ fromTerraform, kind: ["EventStream"] });
  expect(code).toBe(0);
  expect(stdout).toContain("has 2 secrets (encrypted) from the old tool's state");
  expect(pulumi.calls().match(/^config set .*/gm)).toEqual(
    ["basicPassword", "headerHeaderValue"].map(
      (key) => `config set --secret --raw ${key} --stack test --non-interactive`,
    ),
  );
  expect(pulumi.calls() + stdout).not.toContain("fixture-");
  expect(pulumi.read("secrets")).toContain("fixture-password");
});

test("a takeover of managed objects exits with 3, and with 2 if the tenant lacks one", async () => {
  const ids: string[] = oldTenant.policies.map(({ id }: { id: string }) => id);
  for (const policy of oldTenant.policies) command.tenant.policies.set(policy.id, policy);
  pulumi.write("show.json", fixture(terraformFixture));
  const fromTerraform = pulumi.path("show.json");
  const takeOver = (id: string[]) => run({ fromTerraform, id });
  const [lost = "", ...held] = ids;
  addStack("two", [...held.entries()]);

  const { code, stdout } = await takeOver(held);
  expect(code).toBe(3);
  expect(stdout.match(/^tofu state rm /gm)).toHaveLength(held.length);
  command.tenant.policies.delete(lost);
  expect((await takeOver(ids)).code).toBe(2);
});

describe("--run", () => {
  beforeEach(() => fillSmall(command.tenant));

  test.each([
    ["is there", "index.ts", "export const mine = 1;\n"],
    ["appears during the import", "import.sh", "echo 'export const mine = 1;' > index.ts"],
  ])("beside a program that %s prints the line to add, and keeps the program", async (...made) => {
    const [, file, text] = made;
    pulumi.write(file, text);
    const { code, stdout } = await run({ run: true });
    expect(code).toBe(3);
    expect(stdout).toContain('import "./imported";');
    expect(pulumi.read("index.ts")).toBe("export const mine = 1;\n");
    expect(imports()).toHaveLength(1);
    // It may contain secrets.
    expect(written()).not.toContain("imported/import.json");
  });

  test.each([
    [{}, 'require("pulumi-auth0-native")'],
    [{ type: "module" }, 'from "pulumi-auth0-native"'],
  ])(
    "in JavaScript with the package.json %j writes a line and a file that Node runs, with %s",
    async (packageJson, loads) => {
      pulumi.write("index.js", "");
      pulumi.write("package.json", JSON.stringify(packageJson));
      const print = "class { constructor(name) { console.log(name) } }";
      pulumi.write(
        "node_modules/pulumi-auth0-native/index.js",
        `exports.EventStream = ${print}; exports.RateLimitPolicy = ${print};`,
      );
      const config = "exports.Config = class { requireSecret() {} };";
      pulumi.write("node_modules/@pulumi/pulumi/config.js", config);
      await run({ run: true });
      expect(pulumi.read("imported/index.js")).toContain(loads);
      const { stdout } = await mustRun(process.execPath, ["index.js"], pulumi.folder);
      expect(stdout.split("\n")).toEqual(expect.arrayContaining(["audit", "crm"]));
    },
  );

  test("after an import that ended early asks for its completion, and --force keeps the program", async () => {
    addStack("imported", [[0, idOf(0)]]);
    pulumi.write("import.sh", "cp imported.json test.json; exit 1");
    expect((await run({ run: true })).code).toBe(1);
    const program = pulumi.read("imported/index.ts");
    for (const force of [false, true]) {
      const { code, stderr } = await run({ run: true, force });
      expect({ code, imports: imports().length }).toEqual({ code: 1, imports: 1 });
      expect(stderr).toMatch(
        /\n\npulumi import --file \S+\/import\.json .* --stack test --cwd \S+\n/,
      );
      expect(stderr).toContain("import.json belongs to an unfinished import");
    }
    expect(pulumi.read("imported/index.ts")).toBe(program);
  });

  test("in TypeScript with the plugin passes the stack's tenant and credentials to Pulumi", async () => {
    const { AUTH0_DOMAIN = "", AUTH0_CLIENT_ID = "", AUTH0_CLIENT_SECRET = "" } = process.env;
    configure({
      "auth0:domain": AUTH0_DOMAIN,
      "auth0:clientId": AUTH0_CLIENT_ID,
      "auth0:clientSecret": AUTH0_CLIENT_SECRET,
    });
    Object.assign(process.env, { AUTH0_DOMAIN: "other.eu.auth0.com", AUTH0_API_TOKEN: "foreign" });
    const stop = stopSignals();
    pulumi.write(
      "import.sh",
      'echo "$AUTH0_DOMAIN,$AUTH0_CLIENT_ID,$AUTH0_CLIENT_SECRET,$AUTH0_API_TOKEN" > environment; echo code > "$5"',
    );
    expect((await run({ run: true, plugin: true }, stop)).code).toBe(0);
    // A later stop would say that the stack may be locked.
    expect(getEventListeners(stop.requested, "abort")).toEqual([]);
    expect(pulumi.read("environment")).toBe(
      `${AUTH0_DOMAIN},${AUTH0_CLIENT_ID},${AUTH0_CLIENT_SECRET},\n`,
    );
  });

  describe("in Python", () => {
    beforeEach(() => {
      pulumi.write("Pulumi.yaml", "name: test\nruntime: python\n");
    });

    test("prints the steps if Pulumi cannot import an object, and keeps the file", async () => {
      pulumi.write("import.sh", "echo 'error: 403' >&2; exit 1");
      const { code, stdout, stderr } = await run({ run: true, kind: ["EventStream"] });
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(
        /^error: 403\n[\s\S]* pulumi import --file .*\/import\.json --out .*\/program\.py [\s\S]*\nerror: Pulumi didn't import all objects, for the reasons above\. Fix the errors, then follow the printed steps\.$/,
      );
      const type = "auth0-native:index:EventStream";
      expect(JSON.parse(pulumi.read("imported/import.json")).resources).toEqual([
        { type, name: "audit", id: streamIdOf(2) },
        { type, name: "crm", id: streamIdOf(1) },
      ]);
    });

    test("imports and deletes the file, and names Pulumi's code and the keys of its secrets", async () => {
      const { code, stdout } = await run({ run: true });
      expect({ code, imports: imports().length }).toEqual({ code: 0, imports: 1 });
      expect(stdout).toContain("Copy the resources from `imported/program.py`");
      expect(stdout).toContain("instead: `crmToken`.");
      expect(written()).toEqual(["imported/.gitignore"]);
    });

    test("that a signal stops before Pulumi wrote the code says how to continue", async () => {
      const stack = "my stack";
      addStack(stack, []);
      const stop = stopSignals();
      pulumi.write("import.sh", "touch started; exec sleep 60");
      const ended = run({ run: true, stack }, stop);
      await pulumi.started();
      stop.send();
      const { code, stderr } = await ended;
      expect(code).toBe(1);
      expect(stderr).toMatch(
        /^stopped by SIGTERM: waiting for Pulumi to end\. If the stack stays locked, unlock it with `pulumi cancel --stack 'my stack'`\nTo complete the import into the stack my stack, run[\s\S]*error: stopped by SIGTERM$/,
      );
      expect(written()).toContain("imported/import.json");
    });
  });
});
