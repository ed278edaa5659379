import { execFileSync } from "node:child_process";
import { describe, expect, test } from "@jest/globals";
import { readPulumiState } from "../../../../../cli/import/official/readPulumiState";
import type { Json, Props } from "../../../../../provider/shared/json";
import {
  fixture,
  pulumiExport,
  pulumiFixture,
  pulumiResource,
  secretMark,
  urnOf,
} from "../../../../support/officialStates";
import { canaries } from "../../../../support/values/eventStream";

const streams = "eventStream:EventStream";
const readText = (text: string) => readPulumiState(text, "stack.json");
const read = (resources: Props[], deployment?: Props) =>
  readText(pulumiExport(resources, deployment));

const webhook = (webhookAuthorization: Json): Props => ({
  destinationType: "webhook",
  webhookConfiguration: { webhookEndpoint: "https://example.com", webhookAuthorization },
});

describe("the export of a stack of the official provider", () => {
  const { objects, ignored, forgetText } = readText(fixture(pulumiFixture));

  test("has the ids and names of the tenant's objects", () => {
    const tenant = fixture("pulumi-auth0-3.49.0.tenant.json");
    const ids = tenant.match(/(est|rlp)_[\w-]{22}(?=")/g) ?? [];
    expect(objects.map(({ id }) => id).sort()).toEqual([...new Set(ids)].sort());
    expect(objects.map(({ name }) => name).sort()).toEqual(
      "action allow basic bearer block bridge header log redirect".split(" "),
    );
    expect(ignored).toEqual([]);
  });

  test("has the secrets of the tenant's objects, and none in its commands", () => {
    const inputs = JSON.stringify(objects.map(({ secretInputs }) => secretInputs));
    for (const secret of ["password", "token", "header-value"]) {
      expect(inputs).toContain(`"fixture-${secret}"`);
    }
    const commands = objects.map(({ forgetCommand }) => forgetCommand);
    expect(commands.join("\n") + forgetText).not.toMatch(/fixture-/);
    expect(forgetText).toMatch(/^Pulumi still manages these objects in the stack fixture\./);
  });

  test("is refused where its secrets are encrypted, with the command to run", () => {
    const encrypted = fixture(pulumiFixture).replaceAll('"plaintext"', '"ciphertext"');
    expect(() => readText(encrypted)).toThrow(
      /^the secrets in stack\.json are encrypted: pass the name of the stack, or run `\(umask 077; pulumi stack/,
    );
  });
});

describe("a secret", () => {
  test.each<[string, Json]>([
    ["the value", { method: "bearer", token: secretMark("t") }],
    ["the object around it", secretMark({ method: "bearer", token: "t" })],
    ["both", secretMark({ method: "bearer", token: secretMark("t") })],
    ["nothing", { method: "bearer", token: "t" }],
  ])("is found where Pulumi marks %s", (_what, authorization) => {
    const outputs = webhook(authorization);
    const { objects } = read([pulumiResource(streams, "crm", { id: "est_1", outputs })]);
    expect(objects[0]?.secretInputs).toMatchObject({
      destination: { configuration: { webhookAuthorization: { token: "t" } } },
    });
  });

  test("that is not JSON within its mark is refused, and never quoted", () => {
    const outputs = webhook({ token: { ...secretMark(""), plaintext: canaries.token } });
    expect(() => read([pulumiResource(streams, "crm", { id: "est_1", outputs })])).toThrow(
      /^a secret in stack\.json is not JSON$/,
    );
  });
});

test("what the old program only reads, deletes or has not created is left out with the reason", () => {
  const { objects, ignored } = read([
    pulumiResource(streams, "crm", { id: "est_1" }),
    pulumiResource(streams, "crm", { id: "est_old", delete: true }),
    pulumiResource(streams, "read", { id: "est_2", external: true }),
    pulumiResource(streams, "new", {}),
    pulumiResource("client:Client", "spa", { id: "client" }),
  ]);
  expect(objects.map(({ id }) => id)).toEqual(["est_1"]);
  expect(ignored.map(({ address, reason }) => [address.split("::")[3], reason])).toEqual([
    ["new", expect.stringMatching(/^it has no id/)],
    ["read", expect.stringMatching(/only reads it/)],
    ["crm", expect.stringMatching(/^est_old was replaced.*run `pulumi up` before/)],
  ]);
});

describe("the commands that forget objects", () => {
  test("delete the last object first, and protected ones by force", () => {
    const { objects } = read([
      pulumiResource(streams, "a", { id: "est_a", protect: true }),
      pulumiResource(streams, "b", { id: "est_b" }),
    ]);
    const command = (name: string) =>
      `pulumi state delete '${urnOf(streams, name)}' --stack 'production' --yes`;
    expect(objects.map(({ forgetCommand }) => forgetCommand)).toEqual([
      command("b"),
      `${command("a")} --force`,
    ]);
  });

  test("run nothing that a name contains, and show each of its characters", () => {
    const name = "it's\n\u202e$(id) `id` \\012 100%!";
    const { objects } = read([pulumiResource(streams, name, { id: "est_a" })]);
    const command = objects[0]?.forgetCommand ?? "";
    expect(command).not.toMatch(/[\n\u202e]/);
    const script = `pulumi() { printf '%s\\n' "$3"; }; ${command}`;
    expect(execFileSync("sh", ["-c", script], { encoding: "utf8" })).toBe(
      `${urnOf(streams, "it's\\n\\u202e$(id) `id` \\012 100%!")}\n`,
    );
  });

  test("have the whole URN of a resource with a parent, and its name with colons", () => {
    const urn = `urn:pulumi:production::tenant::my:Component$auth0:index/${streams}::a::b`;
    const { objects } = read([pulumiResource(streams, "", { urn, id: "est_1" })]);
    expect(objects[0]?.name).toBe("a::b");
    expect(objects[0]?.forgetCommand).toContain(`'${urn}'`);
  });
});

test("a stack without resources, and an export of version 4, are read", () => {
  expect(readText('{"version":3,"deployment":null}').objects).toEqual([]);
  const features = { version: 4, features: ["hooks"], deployment: { resources: [] } };
  expect(readText(JSON.stringify(features)).objects).toEqual([]);
});

describe("another file", () => {
  const command =
    "pass the name of the stack, or run `(umask 077; pulumi stack export --show-secrets";

  test.each([
    ["a package.json", { name: "x", version: "1.0.0" }, command],
    ["a backend's file", { version: 3, checkpoint: {} }, command],
    ["an old export", { version: 2, deployment: {} }, "version 2, and only 3 and 4 are known"],
    ["a later export", { version: 5, deployment: {} }, "version 5, and only 3 and 4 are known"],
    [
      "an interrupted stack",
      { version: 3, deployment: { pending_operations: [{ type: "creating" }] } },
      "run `pulumi refresh` in the old stack",
    ],
  ])("is refused with the command to run: %s", (_name, file, expected) => {
    expect(() => readText(JSON.stringify(file))).toThrow(expected);
  });
});
