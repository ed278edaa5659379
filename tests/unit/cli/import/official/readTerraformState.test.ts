import { describe, expect, test } from "@jest/globals";
import { readTerraformState } from "../../../../../cli/import/official/readTerraformState";
import {
  fixture,
  terraformFixture,
  terraformResource,
  terraformState,
} from "../../../../support/officialStates";
import { canaries } from "../../../../support/values/samples";

const read = (...resources: Parameters<typeof terraformState>) =>
  readTerraformState(terraformState(...resources), "terraform.tfstate");

const authorization = ["destination", "configuration", "webhookAuthorization"];

/** The attributes of a stream with this authorization. */
const stream = (id: string, webhook_authorization: Record<string, string | null>) => ({
  id,
  name: id,
  destination_type: "webhook",
  webhook_configuration: [
    { webhook_endpoint: "https://example.com", webhook_authorization: [webhook_authorization] },
  ],
});

describe("the state that the official Terraform provider wrote", () => {
  const state = readTerraformState(fixture(terraformFixture), "terraform.tfstate");

  test("has the ids of the tenant's objects", () => {
    const tenant = JSON.parse(fixture("terraform-provider-auth0-1.54.1.tenant.json"));
    const ids = JSON.stringify(tenant).match(/(est|rlp)_\w{22}(?=")/g) ?? [];
    expect(state.objects.map(({ id }) => id).sort()).toEqual([...new Set(ids)].sort());
    expect(state.ignored).toEqual([]);
    expect(state.tool).toBe("OpenTofu");
  });

  test("has each secret at the path of our input, and what decides whether it still holds", () => {
    const secrets = state.objects.flatMap(({ name, comparedInputs, secrets }) =>
      secrets.map(({ path, value }) => ({ name, path: path.at(-1), value, comparedInputs })),
    );
    const compared = (name: string, webhookAuthorization: object) => ({
      destination: {
        type: "webhook",
        configuration: {
          webhookEndpoint: `https://hooks.example.com/${name}`,
          webhookAuthorization,
        },
      },
    });
    expect(secrets).toEqual([
      {
        name: "basic",
        path: "password",
        value: "fixture-password",
        comparedInputs: compared("basic", { method: "basic", username: "tenant" }),
      },
      {
        name: "bearer",
        path: "token",
        value: "fixture-token",
        comparedInputs: compared("bearer", { method: "bearer" }),
      },
      {
        name: "header",
        path: "headerValue",
        value: "fixture-header-value",
        comparedInputs: compared("header", { method: "custom_header", headerKey: "X-Key" }),
      },
    ]);
    expect(state.objects[1]?.secrets[0]?.path).toEqual([...authorization, "password"]);
  });
});

describe("readTerraformState", () => {
  test("takes only the secret of the method that is in use", () => {
    const { objects } = read(
      terraformResource("auth0_event_stream", "crm", [
        stream("est_1", { method: "bearer", token: "t", password: "p", username: "u" }),
      ]),
    );
    expect(objects[0]?.secrets).toEqual([{ path: [...authorization, "token"], value: "t" }]);
    expect(JSON.stringify(objects[0]?.comparedInputs)).not.toMatch(/username|password/);
  });

  test("takes empty texts, null and unknown methods for no secret", () => {
    const { objects } = read(
      terraformResource("auth0_event_stream", "crm", [
        stream("est_1", { method: "basic", password: "", username: "u" }),
        stream("est_2", { method: "basic", password: null, password_wo: null }),
        stream("est_3", { method: "later", password: "p", token: "t" }),
      ]),
    );
    expect(objects.map(({ secrets }) => secrets)).toEqual([[], [], []]);
    expect(JSON.stringify(objects)).not.toMatch(/"[pt]"/);
  });

  test("writes addresses as Terraform does, and names instances by module and key", () => {
    const policy = (id: string, index_key: string | number) => ({ attributes: { id }, index_key });
    const { objects } = read(
      terraformResource(
        "auth0_rate_limit_policy",
        "this",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a key of Terraform
        [policy("rlp_1", 'it\'s "q" ${x} %{y}\n\u202e\\'), policy("rlp_2", 3)],
        { module: 'module.eu["a.b]"].module.inner[2]' },
      ),
      terraformResource("auth0_rate_limit_policy", "log", [{ id: "rlp_3" }]),
    );
    expect(
      objects.map(({ name, address, resourceAddress }) => [name, address, resourceAddress]),
    ).toEqual([
      [
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a key of Terraform
        'eu-a.b]-inner-2-this-it\'s "q" ${x} %{y}\n\u202e\\',
        'module.eu["a.b]"].module.inner[2].auth0_rate_limit_policy.this["it\'s \\"q\\" $${x} %%{y}\\n\\u202e\\\\"]',
        "module.eu.module.inner.auth0_rate_limit_policy.this",
      ],
      [
        "eu-a.b]-inner-2-this-3",
        'module.eu["a.b]"].module.inner[2].auth0_rate_limit_policy.this[3]',
        "module.eu.module.inner.auth0_rate_limit_policy.this",
      ],
      ["log", "auth0_rate_limit_policy.log", "auth0_rate_limit_policy.log"],
    ]);
  });

  test("ignores data sources, other resources and objects that wait for their deletion", () => {
    const state = read(
      terraformResource("auth0_event_stream", "read", [{ id: "est_0" }], { mode: "data" }),
      terraformResource("auth0_client", "spa", [{ id: "client" }]),
      terraformResource("auth0_event_stream", "crm", [
        { attributes: { id: "est_1" } },
        { attributes: { id: "est_old" }, deposed: "0a1b2c3d" },
        { attributes: { id: "" }, index_key: 7 },
      ]),
    );
    expect(state.objects.map(({ id, pendingDeletions }) => [id, pendingDeletions])).toEqual([
      ["est_1", ["est_old"]],
    ]);
    expect(state.ignored.map(({ address, reason }) => [address, reason])).toEqual([
      ["auth0_event_stream.crm", "est_old was replaced: the next `terraform apply` deletes it"],
      ["auth0_event_stream.crm[7]", expect.stringMatching(/^it has no id/)],
    ]);
  });

  test("takes over tainted instances and those of every provider, with a note", () => {
    const { objects } = read(
      terraformResource("auth0_event_stream", "eu", [
        { attributes: { id: "est_1" }, status: "tainted" },
      ]),
      terraformResource("auth0_event_stream", "us", [{ id: "est_2" }], {
        provider: 'provider["registry.terraform.io/auth0/auth0"].us',
      }),
    );
    expect(objects.map(({ id, notes }) => [id, notes])).toEqual([
      ["est_1", [expect.stringMatching(/^it is tainted/)]],
      ["est_2", []],
    ]);
  });

  test("names the resources that refer to an object", () => {
    const dependencies = ["auth0_event_stream.crm"];
    const { objects } = read(
      terraformResource("auth0_event_stream", "crm", [{ id: "est_1" }]),
      terraformResource("aws_ssm_parameter", "id", [
        { attributes: { id: "a" }, index_key: 0, dependencies },
        { attributes: { id: "b" }, index_key: 1, dependencies },
      ]),
    );
    expect(objects[0]?.dependants).toEqual(["aws_ssm_parameter.id"]);
  });
});

describe("the guardian resource of a Terraform state", () => {
  const guardian = (name: string, server_key: string) =>
    terraformResource("auth0_guardian", name, [
      { id: name, push: [{ enabled: true, direct_fcm: [{ server_key }] }] },
    ]);

  test("has FCM v1 credentials only as the JSON of a service account", () => {
    const { pushCredentials, ignored, objects } = read(
      guardian("main", canaries.serverCredentials),
    );
    expect(pushCredentials).toEqual({
      kind: "GuardianFcmv1Provider",
      id: "fcmv1",
      address: "auth0_guardian.main",
      attribute: "push.direct_fcm.server_key",
      secret: { path: ["serverCredentials"], value: canaries.serverCredentials },
    });
    expect([...ignored, ...objects]).toEqual([]);
  });

  test.each(["AAAA-legacy-key", '{"type":"service_account"}', "{AAAA"])(
    "says that a server key is a legacy key: %s",
    (key) => {
      const state = read(guardian("main", key));
      expect(state.pushCredentials).toBeUndefined();
      expect(state.ignored).toEqual([
        {
          address: "auth0_guardian.main",
          reason: expect.stringMatching(/legacy API and not FCM v1/),
        },
      ]);
      expect(JSON.stringify(state)).not.toContain(key);
    },
  );

  test("is not guessed at where several tenants have credentials", () => {
    const state = read(
      guardian("eu", canaries.serverCredentials),
      guardian("us", canaries.serverCredentials),
    );
    expect(state.pushCredentials).toBeUndefined();
    expect(state.ignored.map(({ address }) => address)).toEqual([
      "auth0_guardian.eu",
      "auth0_guardian.us",
    ]);
  });

  test("without push notifications is not mentioned", () => {
    expect(read(guardian("main", ""))).toMatchObject({ objects: [], ignored: [] });
  });
});
