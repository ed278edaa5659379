import { describe, expect, test } from "@jest/globals";
import { forgetCommands } from "../../../../../cli/import/official/forgetCommands";
import type { InstructionBlock } from "../../../../../cli/import/official/instructions";
import type { OfficialState } from "../../../../../cli/import/official/officialState";
import { readPulumiState } from "../../../../../cli/import/official/readPulumiState";
import { readTerraformState } from "../../../../../cli/import/official/readTerraformState";
import {
  fixture,
  pulumiExport,
  pulumiFixture,
  pulumiResource,
  terraformFixture,
  terraformResource,
  terraformState,
  urnOf,
} from "../../../../support/officialStates";
import { canaries } from "../../../../support/values/samples";

const streams = "eventStream:EventStream";

/** The lines of all code of a language. */
const code = (blocks: InstructionBlock[], language: "sh" | "hcl" = "sh"): string[] =>
  blocks.flatMap((block) => ("code" in block && block.language === language ? block.code : []));

const lists = (blocks: InstructionBlock[]): string[] =>
  blocks.flatMap((block) => ("list" in block ? block.list : []));

const idsOf = ({ objects }: OfficialState) => objects.map(({ id }) => id);

describe("instructions for Terraform", () => {
  const policies = (name: string, keys: (string | number)[], module?: string) =>
    terraformResource(
      "auth0_rate_limit_policy",
      name,
      keys.map((index_key) => ({ attributes: { id: `rlp_${index_key}` }, index_key })),
      module === undefined ? {} : { module },
    );
  const read = (...resources: Parameters<typeof terraformState>) =>
    readTerraformState(terraformState(...resources), "terraform.tfstate");

  test("have a removed block and a command for each object of the fixture", () => {
    const state = readTerraformState(fixture(terraformFixture), "terraform.tfstate");
    const blocks = forgetCommands(state, idsOf(state));
    expect(code(blocks)).toEqual(state.objects.map(({ address }) => `tofu state rm '${address}'`));
    expect(code(blocks, "hcl").slice(0, 6)).toEqual([
      "removed {",
      "  from = auth0_event_stream.action",
      "  lifecycle {",
      "    destroy = false",
      "  }",
      "}",
    ]);
    expect(code(blocks, "hcl")).toHaveLength(6 * state.objects.length);
  });

  test("have one removed block for all instances of a resource, in all instances of its module", () => {
    const state = read(
      policies("all", ["a", "b"], 'module.eu["k"]'),
      policies("all", ["c"], 'module.eu["l"]'),
    );
    const blocks = forgetCommands(state, idsOf(state));
    expect(code(blocks, "hcl").filter((line) => line.includes("from"))).toEqual([
      "  from = module.eu.auth0_rate_limit_policy.all",
    ]);
    expect(code(blocks)).toEqual([
      `terraform state rm 'module.eu["k"].auth0_rate_limit_policy.all["a"]'`,
      `terraform state rm 'module.eu["k"].auth0_rate_limit_policy.all["b"]'`,
      `terraform state rm 'module.eu["l"].auth0_rate_limit_policy.all["c"]'`,
    ]);
  });

  test("have no removed block where instances stay, and renumber those of count", () => {
    const state = read(policies("counted", [0, 1, 2, 3, 10]), policies("keyed", ["a", "b"]));
    const blocks = forgetCommands(state, ["rlp_0", "rlp_2", "rlp_a"]);
    expect(code(blocks, "hcl")).toEqual([]);
    expect(code(blocks)).toEqual([
      "terraform state rm 'auth0_rate_limit_policy.counted[0]'",
      "terraform state rm 'auth0_rate_limit_policy.counted[2]'",
      `terraform state rm 'auth0_rate_limit_policy.keyed["a"]'`,
      "terraform state mv 'auth0_rate_limit_policy.counted[1]' 'auth0_rate_limit_policy.counted[0]'",
      "terraform state mv 'auth0_rate_limit_policy.counted[3]' 'auth0_rate_limit_policy.counted[1]'",
      "terraform state mv 'auth0_rate_limit_policy.counted[10]' 'auth0_rate_limit_policy.counted[2]'",
    ]);
  });

  test("name references that stay, and replaced objects that would be forgotten", () => {
    const dependencies = ["auth0_event_stream.crm"];
    const state = read(
      terraformResource("auth0_event_stream", "crm", [
        { attributes: { id: "est_1" } },
        { attributes: { id: "est_old" }, deposed: "0a1b2c3d" },
      ]),
      terraformResource("auth0_event_stream", "copy", [
        { attributes: { id: "est_2" }, dependencies },
      ]),
      terraformResource("null_resource", "note", [{ attributes: {}, dependencies }]),
    );
    expect(lists(forgetCommands(state, ["est_1", "est_2"]))).toEqual([
      '`null_resource.note`: `auth0_event_stream.crm` is "est_1"',
      "`auth0_event_stream.crm`: `est_old`",
    ]);
  });

  test("are empty where nothing was taken", () => {
    const state = readTerraformState(fixture(terraformFixture), "terraform.tfstate");
    expect(forgetCommands(state, ["est_other"])).toEqual([]);
  });

  test("keep the guardian resource, and remove the credentials from it", () => {
    const push = [{ direct_fcm: [{ server_key: canaries.serverCredentials }] }];
    const state = read(terraformResource("auth0_guardian", "main", [{ id: "g", push }]));
    expect(forgetCommands(state, [])).toEqual([]);
    const blocks = forgetCommands(state, ["fcmv1"]);
    expect(blocks).toEqual([
      { text: expect.stringMatching(/^Keep `auth0_guardian.main`.*`push.direct_fcm.server_key`/) },
    ]);
  });
});

describe("instructions for Pulumi", () => {
  const read = (...resources: Parameters<typeof pulumiExport>[0]) =>
    readPulumiState(pulumiExport(resources), "stack.json");
  /** The names in commands or URNs, and what follows the commands' usual options. */
  const brief = (lines: string[]) =>
    lines.map((line) =>
      line
        .replace(/pulumi state delete |urn:pulumi:\S*::| --stack '\w+' --yes/g, "")
        .replace(/['`]/g, ""),
    );

  test("have a command for each object of the fixture", () => {
    const state = readPulumiState(fixture(pulumiFixture), "stack.json");
    expect(code(forgetCommands(state, idsOf(state)))).toEqual(
      state.objects
        .map(({ address }) => `pulumi state delete '${address}' --stack 'fixture' --yes`)
        .reverse(),
    );
  });

  test("delete dependants first, and protected objects by force", () => {
    const state = read(
      pulumiResource(streams, "a", { id: "est_a", protect: true }),
      pulumiResource(streams, "b", { id: "est_b", parent: urnOf(streams, "a") }),
      pulumiResource("rateLimitPolicy:RateLimitPolicy", "c", {
        id: "rlp_c",
        dependencies: [urnOf(streams, "b")],
      }),
    );
    expect(brief(code(forgetCommands(state, idsOf(state))))).toEqual(["c", "b", "a --force"]);
  });

  test("keep objects on which others depend that stay, directly or not", () => {
    const state = read(
      pulumiResource(streams, "a", { id: "est_a" }),
      pulumiResource(streams, "b", { id: "est_b", dependencies: [urnOf(streams, "a")] }),
      pulumiResource(streams, "c", { id: "est_c", deletedWith: urnOf(streams, "b") }),
      pulumiResource("client:Client", "d", { id: "client", dependencies: [urnOf(streams, "b")] }),
    );
    const blocks = forgetCommands(state, idsOf(state));
    expect(brief(code(blocks))).toEqual(["c"]);
    expect(brief(lists(blocks))).toEqual(["b: d", "a: b"]);
    expect(blocks.at(-1)).toEqual({ text: expect.stringMatching(/`retainOnDelete: true`/) });
  });

  test("name replaced objects, whose URN the command would find twice", () => {
    const state = read(
      pulumiResource(streams, "a", { id: "est_a" }),
      pulumiResource(streams, "a", { id: "est_old", delete: true }),
    );
    expect(brief(lists(forgetCommands(state, ["est_a"])))).toEqual(["a: est_old"]);
  });

  test("show every character of a hostile name", () => {
    const state = read(pulumiResource(streams, "it's\n\u202e$(id)", { id: "est_a" }));
    expect(code(forgetCommands(state, ["est_a"]))).toEqual([
      `pulumi state delete "$(printf -- 'urn:pulumi:production::tenant::auth0:index/${streams}::it'\\''s\\012\\342\\200\\256$(id)')" --stack 'production' --yes`,
    ]);
  });
});

test("no instruction has a secret", () => {
  for (const state of [
    readTerraformState(fixture(terraformFixture), "a"),
    readPulumiState(fixture(pulumiFixture), "a"),
  ]) {
    expect(JSON.stringify(forgetCommands(state, idsOf(state)))).not.toMatch(
      /fixture-(password|token|header)/,
    );
  }
});
