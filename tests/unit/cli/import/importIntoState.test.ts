import { beforeEach, describe, expect, test } from "@jest/globals";
import { canaryToken, fillSmall, withImportCommand } from "../../../support/import/importCommand";
import { stopSignals } from "../../../support/pipelines/standInPulumi";
import { mustRun } from "../../../support/project";
import { idOf, streamIdOf } from "../../../support/tenant/many";

const command = withImportCommand();
const { pulumi, configure, addStack, run, written, imports } = command;

beforeEach(() => fillSmall(command.tenant));

test("--run beside a program that lacks the import names the line to add, and keeps the program", async () => {
  pulumi.write("index.ts", "export const mine = 1;\n");
  const { code, stdout } = await run({ run: true });
  expect(code).toBe(3);
  expect(stdout).toContain('import "./imported";');
  expect(pulumi.read("index.ts")).toBe("export const mine = 1;\n");
  expect(imports()).toHaveLength(1);
  // It may hold secrets.
  expect(written()).not.toContain("imported/import.json");
});

test.each([
  [{}, 'require("pulumi-auth0-native")'],
  [{ type: "module" }, 'from "pulumi-auth0-native"'],
])(
  "--run in JavaScript with the package.json %j writes a line and a file that Node runs, with %s",
  async (packageJson, loads) => {
    const runtime = "runtime: { name: nodejs, options: { typescript: false } }";
    pulumi.write("Pulumi.yaml", `name: test\n${runtime}\n`);
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

test("an import that ended early is completed by its file, and --force keeps the program", async () => {
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
    expect(stderr).toContain("import.json is of an import that has not ended");
  }
  expect(pulumi.read("imported/index.ts")).toBe(program);
});

test("--run of a program that fails hides neither the report nor the program's error", async () => {
  configure({ "test:crmToken": canaryToken });
  const { code, stdout, stderr } = await run({ run: true });
  expect(code).toBe(1);
  expect(stdout).toContain("# Import of");
  expect(stderr).toContain("no such program");
});

test("--run in TypeScript with the plugin passes the stack's tenant and credentials to Pulumi", async () => {
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

describe("--run in Python", () => {
  beforeEach(() => {
    pulumi.write("Pulumi.yaml", "name: test\nruntime: python\n");
  });

  test("names an object that Pulumi cannot import, and keeps the file that imports it later", async () => {
    pulumi.write("import.sh", "echo 'error: 403' >&2; exit 1");
    const { code, stderr } = await run({ run: true, kind: ["EventStream"] });
    expect(code).toBe(1);
    expect(stderr).toContain("error: 403");
    expect(stderr).toContain(
      `Pulumi did not import 2 objects, for the reasons above: EventStream audit (${streamIdOf(2)}), EventStream crm (${streamIdOf(1)}). Remove the cause or, if an object was deleted in the tenant, its entry in imported/import.json. Then run the import command in imported/README.md`,
    );
    expect(written()).toContain("imported/import.json");
    expect(pulumi.read("imported/README.md")).toContain("pulumi import --file");
  });

  /** Writes the state that the import of the two streams leads to, as `later.json`. */
  function writeLaterState(): void {
    addStack("test", [[0, idOf(0)]]);
    const state = JSON.parse(pulumi.read("test.json"));
    const type = "auth0-native:index:EventStream";
    for (const number of [1, 2]) {
      const urn = `urn:pulumi:test::test::${type}::${number}`;
      state.deployment.resources.push({ urn, type, id: streamIdOf(number) });
    }
    pulumi.write("later.json", JSON.stringify(state));
    pulumi.write("test.json", '{"version":3}');
  }

  test("keeps the file of an import that a signal stopped before Pulumi wrote the code", async () => {
    writeLaterState();
    const stop = stopSignals();
    pulumi.write("import.sh", "cp later.json test.json; touch started; exec sleep 60");
    const ended = run({ run: true }, stop);
    await pulumi.started();
    stop.send();
    const { code, stderr } = await ended;
    expect(code).toBe(1);
    expect(stderr).toContain("error: stopped by SIGTERM");
    expect(written()).toContain("imported/import.json");
  });

  test("names the objects with secrets where the language host writes no code with secrets", async () => {
    writeLaterState();
    const hasWebhook = `grep -q ${streamIdOf(1)} "$3"`;
    pulumi.write(
      "import.sh",
      `cp later.json test.json; if ${hasWebhook}; then : > "$5"; else echo code > "$5"; fi`,
    );
    const { code, stdout } = await run({ run: true });
    expect(code).toBe(3);
    expect(stdout).toContain(
      `Pulumi has written no code for EventStream \`crm\` (${streamIdOf(1)})`,
    );
    expect(imports()).toHaveLength(2);
    expect(pulumi.read("imported/program.py")).toBe("code\n");
  });
});
