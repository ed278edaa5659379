import { describe, expect, test } from "@jest/globals";
import type { ImportPlan } from "../../../../cli/import/importPlan";
import { nextSteps } from "../../../../cli/import/nextSteps";
import type { Phase, Placement } from "../../../../cli/import/placement";
import { instructions } from "../../../../cli/import/render/instructions";
import {
  knownToken,
  plannedPolicy,
  plannedWebhook,
  planOf,
} from "../../../support/values/importPlans";

const dynamic: Placement = {
  stack: { folder: ".", name: "production" },
  out: "imported",
  runtime: "nodejs",
  isPlugin: false,
  variables: [],
};
const python = { ...dynamic, runtime: "python", isPlugin: true };

const unknown = planOf(plannedWebhook(), plannedPolicy());
const withSecret = (found: { inOldState?: string; inConfiguration?: string }) => {
  const object = plannedWebhook();
  return planOf({ ...object, secrets: object.secrets.map((secret) => ({ ...secret, ...found })) });
};
const known = withSecret({ inOldState: knownToken });
const replaced = withSecret({ inOldState: knownToken, inConfiguration: "other" });

const textOf = (plan: ImportPlan, placement = dynamic, phase: Phase = "planned") =>
  instructions(plan, nextSteps(plan, placement, phase));

const options = "--yes --skip-preview --stack production";
const setToken = "pulumi config set --secret crmToken --stack production";
const preview = "pulumi preview --stack production";
const up = "pulumi up --stack production";
const drift = "npx --no-install pulumi-auth0-native drift production";
const toImport = [
  `pulumi import --file imported/import.json --generate-code=false ${options}`,
  "rm imported/import.json",
];
const byPlugin = `pulumi import --file imported/import.json --out imported/program.py ${options}`;
const refresh = "pulumi refresh --preview-only --expect-no-changes --diff --stack production";
const moved = { ...dynamic, stack: { ...dynamic.stack, folder: "../my program" } };
const rmMoved = "rm '../my program/imported/import.json'";

test.each<[string, Phase, ImportPlan, Placement, string[]]>([
  ["a missing secret", "planned", unknown, dynamic, [...toImport, setToken, preview, up, drift]],
  ["a missing secret", "imported", unknown, dynamic, [setToken, preview, up, drift]],
  ["a known secret", "imported", known, dynamic, [preview, drift]],
  ["another secret in the configuration", "imported", replaced, dynamic, [preview, up, drift]],
  ["no object", "planned", planOf(), dynamic, []],
  ["the plugin", "planned", unknown, python, [byPlugin, setToken, preview, up, refresh]],
  ["the plugin and a known secret", "imported", known, python, [preview, up, refresh]],
  ["another folder", "planned", known, moved, expect.arrayContaining([rmMoved]) as never],
])("the steps for %s, if the objects are %s, have their commands", (...row) => {
  const [, phase, plan, placement, commands] = row;
  const steps = nextSteps(plan, placement, phase);
  expect(steps.flatMap(({ commands = [] }) => commands)).toEqual(commands);
  expect(textOf(plan, placement, phase)).not.toContain(knownToken);
});

test("the plugin's steps pass settings by the environment, and read secret ones when they run", () => {
  const variables = [
    { name: "AUTH0_DOMAIN", value: "example.eu.auth0.com", configKey: "auth0:domain" },
    { name: "AUTH0_API_TOKEN", value: "canary", configKey: "auth0:apiToken", secret: true },
    { name: "AUTH0_AUDIENCE", value: "not configured" },
  ].map((variable) => ({ secret: false, ...variable }));
  const text = textOf(unknown, { ...dynamic, isPlugin: true, variables });
  expect(text).toContain(
    [
      "AUTH0_DOMAIN=example.eu.auth0.com \\",
      'AUTH0_API_TOKEN="$(pulumi config get auth0:apiToken --stack production)" \\',
      "pulumi import ",
    ].join("\n   "),
  );
  expect(text).not.toMatch(/canary|not configured/);
});

describe("the printed text", () => {
  // A key such as `crmToken` may contain another system's token.
  const configured =
    "already has `crmToken`. Your program reads these values as the objects' secrets";
  const others = "and the old tool's state have different values for `crmToken`";
  const encrypted = "1 secret (encrypted) from the old tool's state";
  test.each([
    ["nowhere", unknown, []],
    ["in the configuration", withSecret({ inConfiguration: knownToken }), [configured]],
    ["in the old state", known, [encrypted]],
    ["in both, with another value", replaced, [others]],
  ])("describes a secret that is %s, without its value", (_, plan, expected) => {
    const text = instructions(plan, []);
    const all = [configured, others, encrypted];
    expect(all.filter((part) => text.includes(part))).toEqual(expected);
    expect(text).not.toContain(knownToken);
  });

  test("lists what was not imported, with hostile texts as code", () => {
    const skipped = [
      { kind: "EventStream", id: "est_1\n\n# <b>", label: "a`b\u202e", reasons: ["it is deleted"] },
    ];
    const ignored = [{ address: "urn::a`b\u202e", reason: "it has no id" }];
    const text = instructions({ ...planOf(), skipped, ignored }, []);
    const [, section] = text.split("## Not imported\n\n");
    expect(section).toContain("(`est_1\\n\\n# <b>`): `it is deleted`");
    expect(section).toContain(": `it has no id`");
    expect(section).not.toContain("\u202e");
  });

  test("has the instructions for the old tool after the steps, and notes on objects at the end", () => {
    const forget = { text: "Stop it.", commands: ["a", "b"] };
    const plan = { ...planOf(plannedPolicy({ notes: ["A note."] })), forget };
    expect(instructions(plan, [])).toMatch(
      /forget the objects\n\nStop it\.\n\n```sh\na\nb\n```\n\n## Partly imported\n\n- RateLimitPolicy `partners` \(rlp_2+\): `A note\.`\n$/,
    );
  });
});
