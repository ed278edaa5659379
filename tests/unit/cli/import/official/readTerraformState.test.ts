import { describe, expect, test } from "@jest/globals";
import { readTerraformState } from "../../../../../cli/import/official/readTerraformState";
import {
  fixture,
  shownResource,
  shownState,
  terraformFixture,
} from "../../../../support/officialStates";

const read = (text: string) => readTerraformState(text, "state.json");

describe("what terraform show prints of a state of the official provider", () => {
  const { objects, ignored, forgetText } = read(fixture(terraformFixture));

  test("has the ids and names of the tenant's objects, and the commands of its tool", () => {
    const tenant = fixture("terraform-provider-auth0-1.54.1.tenant.json");
    const ids = tenant.match(/(est|rlp)_[\w-]{22}(?=")/g) ?? [];
    expect(objects.map(({ id }) => id).sort()).toEqual([...new Set(ids)].sort());
    expect(objects.map(({ name }) => name)).toEqual(
      "action basic bearer bridge header allow block log redirect".split(" "),
    );
    expect(ignored).toEqual([]);
    expect(objects[0]?.forgetCommand).toBe("tofu state rm 'auth0_event_stream.action'");
    expect(forgetText).toMatch(/^OpenTofu still manages .*`tofu plan` neither creates/);
  });

  test("has the destination of each webhook with its secret, in the names of schema.json", () => {
    const webhooks = objects.flatMap(({ name, secretInputs: { destination } }) =>
      destination ? [[name, destination]] : [],
    );
    const webhook = (name: string, webhookAuthorization: object) => ({
      type: "webhook",
      configuration: {
        webhookEndpoint: `https://hooks.example.com/${name}`,
        webhookAuthorization: expect.objectContaining(webhookAuthorization),
      },
    });
    const basic = { method: "basic", username: "tenant", password: "fixture-password" };
    const header = {
      method: "custom_header",
      headerKey: "X-Key",
      headerValue: "fixture-header-value",
    };
    expect(webhooks).toEqual([
      ["basic", webhook("basic", basic)],
      ["bearer", webhook("bearer", { method: "bearer", token: "fixture-token" })],
      ["header", webhook("header", header)],
    ]);
    // All properties, where the definition does not name those with secrets.
    expect(objects.at(-1)?.secretInputs).toMatchObject({ consumerSelector: expect.any(String) });
  });

  test("shows no secret in its commands", () => {
    const commands = objects.map(({ forgetCommand }) => forgetCommand);
    expect(commands.join("\n") + forgetText).not.toContain("fixture-");
  });
});

describe("modules, instances and replaced objects", () => {
  const { objects, ignored } = read(fixture("terraform-modules.show.json"));

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

  test("are left out with the reason where they wait for their deletion, or have no id", () => {
    expect(ignored).toEqual([
      {
        address: "auth0_event_stream.crm",
        reason: expect.stringMatching(/^est_replaced was replaced.*run `terraform apply` before/),
      },
      {
        address: "auth0_event_stream.unfinished",
        reason: expect.stringMatching(/^it has no id/),
      },
    ]);
  });
});

test("a command shows each character of a key", () => {
  const name = 'crm["\u202e"]';
  const { objects } = read(shownState(shownResource("auth0_event_stream", name, { id: "est_1" })));
  expect(objects[0]?.forgetCommand).toBe(`terraform state rm 'auth0_event_stream.crm["\\u202e"]'`);
});

test("data sources and resources of other types are not mentioned", () => {
  const { objects, ignored } = read(
    shownState(
      shownResource("auth0_event_stream", "read", { id: "est_1" }, { mode: "data" }),
      shownResource("auth0_client", "spa", { id: "client" }),
    ),
  );
  expect([...objects, ...ignored]).toEqual([]);
});

describe("another file", () => {
  const command =
    "run `(umask 077; terraform show -json > state.json)` in the folder of the old program";
  const lineage = "2abd065f";
  const raw = "is a raw Terraform state: pass the output of `terraform show -json`";

  test.each([
    ["a raw state", { version: 4, serial: 1, lineage, resources: [] }, raw],
    ["a raw state of an old version", { version: 1, serial: 1, modules: [] }, raw],
    ["an encrypted state of OpenTofu", { serial: 1, lineage, encrypted_data: "aaaa" }, raw],
    ["an empty state", { format_version: "1.0" }, command],
    ["a package.json", { name: "x", version: "1.0.0" }, command],
    ["a later format", { format_version: "2.0", values: {} }, "format version 2.0, and only 1"],
    ["a list", [], "state.json is JSON, but not an object"],
  ])("is refused with the command to run: %s", (_name, file, expected) => {
    expect(() => read(JSON.stringify(file))).toThrow(expected);
  });

  test("that is no JSON is refused by its name, and never quoted", () => {
    const text = fixture(terraformFixture);
    const cutInSecret = text.slice(0, text.indexOf("fixture-token") + 10);
    for (const broken of [cutInSecret, "", "fixture-token", `${text}x`]) {
      expect(() => read(broken)).toThrow(/^state\.json is not JSON$/);
    }
  });
});
