import { existsSync, statSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import type { ImportOptions } from "../../../../cli/import/options";
import { canaryToken, fillSmall, withImportCommand } from "../../../support/import/importCommand";
import { fixture, terraformFixture } from "../../../support/officialStates";
import { stopSignals } from "../../../support/pipelines/standInPulumi";
import { idOf, manyPolicies, manyStreams, streamIdOf } from "../../../support/tenant/many";

const command = withImportCommand();
const { pulumi, selectStack, configure, addStack, run, written, imports } = command;

describe("before the tenant is read", () => {
  async function refused(options: Partial<ImportOptions> = {}): Promise<string> {
    const { code, stdout, stderr } = await run(options);
    expect({ code, stdout, files: written() }).toEqual({ code: 1, stdout: "", files: [] });
    expect(command.tenant.requests).toEqual([]);
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

  test("a report that could not be written is refused", async () => {
    expect(await refused({ json: pulumi.folder })).toContain(
      `--json "${pulumi.folder}" cannot be written: it is a folder; name a file in it`,
    );
  });

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
  fillSmall(command.tenant);
  process.env.AUTH0_API_TOKEN = command.tenant.issueToken({ scopes: ["read:event_streams"] });
  const { code, stderr } = await run({ kind: ["EventStream", "RateLimitPolicy"] });
  expect(code).toBe(1);
  expect(stderr).toContain("grant the scope read:rate_limit_policies");
  expect(stderr).toContain("--kind EventStream");
  expect((await run({ kind: ["EventStream"] })).stdout).toContain("2 EventStream");
});

test.each([404, 501])(
  "--list goes on without a kind whose collection answers %i, and says so",
  async (status) => {
    fillSmall(command.tenant);
    command.tenant.respond = ({ path }) =>
      /policies/.test(path) ? { status, body: {} } : undefined;
    const { code, stdout, stderr } = await run({ list: true });
    expect(code).toBe(2);
    expect(stdout).toContain("has 2 objects");
    expect(stderr).toMatch(
      `this ${status} is not the service's own: check the domain, and any proxy or gateway in front of it; if other requests succeed, this tenant may not have the feature`,
    );
    expect((await run()).stderr).toContain("--kind EventStream");
  },
);

test("a signal while the tenant is read leaves no file", async () => {
  // What is under way then fails when the tenant closes.
  process.env.AUTH0_MAX_RETRIES = "0";
  const stop = stopSignals();
  command.tenant.respond = () => {
    stop.send();
    return undefined;
  };
  expect(await run({}, stop)).toMatchObject({ code: 1, stderr: "error: stopped by SIGTERM" });
  expect(written()).toEqual([]);
});

test("--list of 1,000 objects takes 20 requests, and names possible twins in other stacks", async () => {
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

test("--list says that the stacks hold every object", async () => {
  manyPolicies(command.tenant, 1);
  addStack("two", [[0, idOf(0)]]);
  const { code, stdout } = await run({ list: true });
  expect(code).toBe(0);
  expect(stdout).toContain("hold every object");
});

test("an import writes its files and prints the next steps, with the secrets that are configured", async () => {
  fillSmall(command.tenant);
  configure({ "test:crmToken": canaryToken });
  const { code, stdout, stderr } = await run();
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining("error") });
  expect(written()).toEqual(
    [".gitignore", "README.md", "import.json", "index.ts"].map((name) => `imported/${name}`),
  );
  expect(stdout).toBe(pulumi.read("imported/README.md"));
  expect(stdout).toContain("has `crmToken` already");
  expect(pulumi.read("imported/import.json")).toContain(canaryToken);
  expect(statSync(pulumi.path("imported/import.json")).mode & 0o777).toBe(0o600);
  expect(stdout + stderr + pulumi.read("imported/index.ts")).not.toContain("canary");
  expect(imports()).toEqual([]);
});

test("a takeover encrypts the secrets of the old state, and passes them by standard input", async () => {
  const { streams } = JSON.parse(fixture("terraform-provider-auth0-1.54.1.tenant.json"));
  for (const stream of streams) command.tenant.streams.set(stream.id, stream);
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

test("a takeover of what a stack holds already exits with 3, and with 2 if the tenant lacks one", async () => {
  const { policies } = JSON.parse(fixture("terraform-provider-auth0-1.54.1.tenant.json"));
  const ids: string[] = policies.map(({ id }: { id: string }) => id);
  for (const policy of policies) command.tenant.policies.set(policy.id, policy);
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

test("a resource that the program declares gets no program", async () => {
  fillSmall(command.tenant);
  expect((await run({ id: [streamIdOf(1)], as: "mine" })).code).toBe(0);
  expect(written()).toEqual(["imported/import.json"]);
  expect(JSON.parse(pulumi.read("imported/import.json")).resources).toMatchObject([
    { name: "mine", id: streamIdOf(1) },
  ]);
});
