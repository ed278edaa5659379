import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { readPulumiState } from "../../../../../cli/import/official/readPulumiState";
import { readTerraformState } from "../../../../../cli/import/official/readTerraformState";
import { readOfficialState } from "../../../../../cli/import/readSources";
import type { Json, Props } from "../../../../../provider/shared/json";
import {
  fixture,
  pulumiExport,
  pulumiFixture,
  pulumiResource,
  secretMark,
  shownResource,
  shownState,
  terraformFixture,
  urnOf,
} from "../../../../support/officialStates";
import { removeTemporaryFolders, temporaryFolder } from "../../../../support/project";
import { canaries } from "../../../../support/values/eventStream";

const pulumiState = (text: string) => readPulumiState(text, "state.json");
const terraformState = (text: string) => readTerraformState(text, "state.json");
const streams = "eventStream:EventStream";

describe("the file that a user passes", () => {
  afterAll(removeTemporaryFolders);
  const folder = temporaryFolder();
  const fileWith = (name: string, text: string, mode = 0o600) => {
    const file = join(folder, name);
    writeFileSync(file, text, { mode });
    return file;
  };
  const exported = fileWith("stack.json", fixture(pulumiFixture));
  const shown = fileWith("show.json", fixture(terraformFixture));
  // It does not mean the file with that name.
  mkdirSync(join(folder, "fixture"));
  // The CLI finds the stack `fixture`.
  fileWith(
    "pulumi",
    `#!/bin/sh\ncase "$*" in *"stack export --show-secrets --stack fixture"*) exec cat '${exported}';; esac\necho 'error: no stack named' >&2\nexit 1\n`,
    0o700,
  );
  process.env.PATH = `${folder}:${process.env.PATH}`;

  test.each<[Omit<Parameters<typeof readOfficialState>[0], "cwd">, number | undefined | RegExp]>([
    [{ fromTerraform: shown }, 9],
    [{ fromPulumi: exported }, 9],
    [{ fromPulumi: "fixture" }, 9],
    [{ fromPulumi: `${folder}:fixture` }, 9],
    [{}, undefined],
    [
      { fromTerraform: join(folder, "missing.json") },
      /can't be read \(ENOENT.*file that `terraform show -json` wrote/,
    ],
    [
      { fromPulumi: "other" },
      /isn't a file, and can't be exported as a stack: no stack named\n.*folder:stack/,
    ],
    [{ fromPulumi: "nowhere:dev" }, /The folder 'nowhere' doesn't exist/],
  ])("given as %j gives this count, or is refused: %s", async (source, expected) => {
    const count = readOfficialState({ ...source, cwd: folder }).then(
      (state) => state?.objects.length,
    );
    if (expected instanceof RegExp) await expect(count).rejects.toThrow(expected);
    else expect(await count).toBe(expected);
  });

  const terraformAdvice =
    "Run `(umask 077; terraform show -json > state.json)` in the folder of the old program";
  const raw = "is a raw Terraform state, not the output of `terraform show -json`";
  const exportAdvice =
    "Pass the name of the stack, or run `(umask 077; pulumi stack export --show-secrets";
  const encrypted = fixture(pulumiFixture).replaceAll('"plaintext"', '"ciphertext"');
  const lineage = "2abd065f";
  const pending = [{ type: "creating" }];
  test.each<[string, typeof pulumiState | typeof terraformState, object, string]>([
    ["a raw state", terraformState, { version: 4, lineage, resources: [] }, raw],
    ["an encrypted state of OpenTofu", terraformState, { serial: 1, encrypted_data: "a" }, raw],
    ["an empty state", terraformState, { format_version: "1.0" }, terraformAdvice],
    ["a package.json", terraformState, { name: "x", version: "1.0.0" }, terraformAdvice],
    ["a list", terraformState, [], "state.json is JSON, but isn't an object"],
    ["a package.json", pulumiState, { name: "x", version: "1.0.0" }, exportAdvice],
    ["a backend's file", pulumiState, { version: 3, checkpoint: {} }, exportAdvice],
    [
      "an interrupted stack",
      pulumiState,
      { version: 3, deployment: { pending_operations: pending } },
      "Run `pulumi refresh` in the old stack",
    ],
    [
      "a stack with encrypted secrets",
      pulumiState,
      JSON.parse(encrypted),
      `the secrets in state.json are encrypted. ${exportAdvice}`,
    ],
  ])("is rejected with the command to run if it is %s", (_, read, file, expected) => {
    expect(() => read(JSON.stringify(file))).toThrow(expected);
  });

  test("is rejected by its name if it is not JSON, and never quoted", () => {
    const text = fixture(terraformFixture);
    const cutInSecret = text.slice(0, text.indexOf("fixture-token") + 10);
    for (const broken of [cutInSecret, "", "fixture-token", `${text}x`]) {
      expect(() => terraformState(broken)).toThrow(/^state\.json isn't JSON$/);
    }
  });
});

describe("modules, instances and replaced objects of Terraform", () => {
  const { objects, ignored } = terraformState(fixture("terraform-modules.show.json"));

  test("have names of modules and keys, and Terraform's own addresses in the commands", () => {
    expect(objects.map(({ name, forgetCommand }) => [name, forgetCommand])).toEqual([
      ["crm", "terraform state rm 'auth0_event_stream.crm'"],
      ["counted[0]", "terraform state rm 'auth0_rate_limit_policy.counted[0]'"],
      ["counted[1]", "terraform state rm 'auth0_rate_limit_policy.counted[1]'"],
      [
        'eu["a.b]"].inner[2].this["b"]',
        `terraform state rm 'module.eu["a.b]"].module.inner[2].auth0_rate_limit_policy.this["b"]'`,
      ],
      [
        'eu["a.b]"].inner[2].this["it\'s \\"q\\" $${x} %%{y}\\n\\u202e\\\\"]',
        'terraform state rm \'module.eu["a.b]"].module.inner[2].auth0_rate_limit_policy.this["it\'\\\'\'s \\"q\\" $${x} %%{y}\\n\\u202e\\\\"]\'',
      ],
    ]);
  });

  test("are left out with the reason if they are pending deletion or have no id", () => {
    expect(ignored.map(({ address, reason }) => [address, reason])).toEqual([
      [
        "auth0_event_stream.crm",
        expect.stringMatching(/^est_replaced was replaced.*Run `terraform apply` before/),
      ],
      ["auth0_event_stream.unfinished", expect.stringMatching(/^it has no ID/)],
    ]);
  });
});

test("resources of Terraform have commands that show each character, and data sources have none", () => {
  const { objects, ignored } = terraformState(
    shownState(
      shownResource("auth0_event_stream", 'crm["\u202e"]', { id: "est_1" }),
      shownResource("auth0_event_stream", "read", { id: "est_1" }, { mode: "data" }),
      shownResource("auth0_client", "spa", { id: "client" }),
    ),
  );
  expect(objects.map(({ forgetCommand }) => forgetCommand)).toEqual([
    `terraform state rm 'auth0_event_stream.crm["\\u202e"]'`,
  ]);
  expect(ignored).toEqual([]);
});

describe("a stack of Pulumi", () => {
  const read = (...resources: Props[]) => pulumiState(pulumiExport(resources));
  const withSecret = (webhookAuthorization: Json) => {
    const configuration = { webhookEndpoint: "https://example.com", webhookAuthorization };
    const outputs: Props = { destinationType: "webhook", webhookConfiguration: configuration };
    return pulumiResource(streams, "crm", { id: "est_1", outputs });
  };

  test.each<[string, Json]>([
    ["the value", { method: "bearer", token: secretMark("t") }],
    ["the object around it", secretMark({ method: "bearer", token: "t" })],
    ["both", secretMark({ method: "bearer", token: secretMark("t") })],
    ["nothing", { method: "bearer", token: "t" }],
  ])("has a secret if Pulumi marks %s", (_, authorization) => {
    expect(read(withSecret(authorization)).objects[0]?.secretInputs).toMatchObject({
      destination: { configuration: { webhookAuthorization: { token: "t" } } },
    });
  });

  test("is rejected if a secret is not JSON within its mark, which is never quoted", () => {
    const token = { ...secretMark(""), plaintext: canaries.token };
    expect(() => read(withSecret({ token }))).toThrow(/^a secret in state\.json isn't JSON$/);
  });

  test("lacks objects that the old program reads, deletes, or has not created, with the reason", () => {
    const { objects, ignored } = read(
      pulumiResource(streams, "crm", { id: "est_1" }),
      pulumiResource(streams, "crm", { id: "est_old", delete: true }),
      pulumiResource(streams, "read", { id: "est_2", external: true }),
      pulumiResource(streams, "new", {}),
      pulumiResource("client:Client", "spa", { id: "client" }),
    );
    expect(objects.map(({ id }) => id)).toEqual(["est_1"]);
    expect(ignored.map(({ address, reason }) => [address.split("::")[3], reason])).toEqual([
      ["new", expect.stringMatching(/^it has no ID/)],
      ["read", expect.stringMatching(/only reads it/)],
      ["crm", expect.stringMatching(/^est_old was replaced.*Run `pulumi up` before/)],
    ]);
  });

  test("has commands that delete the last object first by its URN, and force protected ones", () => {
    const urn = `urn:pulumi:production::tenant::my:Component$auth0:index/${streams}::a::b`;
    const { objects } = read(
      pulumiResource(streams, "a", { id: "est_a", protect: true }),
      pulumiResource(streams, "", { urn, id: "est_b" }),
    );
    const command = (urn: string) => `pulumi state delete '${urn}' --stack 'production' --yes`;
    expect(objects.map(({ name, forgetCommand }) => [name, forgetCommand])).toEqual([
      ["a::b", command(urn)],
      ["a", `${command(urnOf(streams, "a"))} --force`],
    ]);
  });

  test("has commands that quote names safely and show each of their characters", () => {
    const name = "it's\n\u202e$(id) `id` \\012 100%!";
    const { objects } = read(pulumiResource(streams, name, { id: "est_a" }));
    const command = objects[0]?.forgetCommand ?? "";
    expect(command).not.toMatch(/[\n\u202e]/);
    const script = `pulumi() { printf '%s\\n' "$3"; }; ${command}`;
    expect(execFileSync("sh", ["-c", script], { encoding: "utf8" })).toBe(
      `${urnOf(streams, "it's\\n\\u202e$(id) `id` \\012 100%!")}\n`,
    );
  });

  test("can have no resources", () => {
    expect(pulumiState('{"version":3,"deployment":null}').objects).toEqual([]);
  });
});
