import { describe, expect, test } from "@jest/globals";
import { type Language, languages } from "../../../../cli/import/languages";
import { nextSteps } from "../../../../cli/import/nextSteps";
import type { Phase, Placement } from "../../../../cli/import/placement";
import { readme, secretsTable, summary } from "../../../../cli/import/render/readme";
import {
  knownToken,
  plannedPolicy,
  plannedWebhook,
  planOf,
} from "../../../support/values/importPlans";

const language = (name: string) => languages.find((one) => one.name === name) as Language;

const placement: Placement = {
  stack: { folder: ".", name: "production" },
  out: "imported",
  language: language("typescript"),
  variables: [],
};
const planned: Phase = { state: "planned" };
const imported: Phase = { state: "imported", withoutCode: [] };

/** The messages after an import in a language. */
const textOf = (
  name: string,
  { plan = unknown, phase = planned, ...changes }: Changes & { phase?: Phase } = {},
) => readme(plan, nextSteps(plan, { ...placement, language: language(name), ...changes }, phase));

const commandsIn = (phase: Phase, { plan = unknown, ...changes }: Changes = {}) =>
  nextSteps(plan, { ...placement, ...changes }, phase).flatMap(({ commands = [] }) => commands);

type Changes = Partial<Placement> & { plan?: typeof unknown };

const unknown = planOf(plannedWebhook(), plannedPolicy());
const withSecret = (found: { inOldState?: string; inConfiguration?: string }) => {
  const object = plannedWebhook();
  return planOf({ ...object, secrets: object.secrets.map((secret) => ({ ...secret, ...found })) });
};
const known = withSecret({ inOldState: knownToken });
const replaced = withSecret({ inOldState: knownToken, inConfiguration: "other" });
const setToken = "pulumi config set --secret crmToken --stack production";
const preview = "pulumi preview --stack production";
const up = "pulumi up --stack production";
const drift = "npx --no-install pulumi-auth0-native drift production";

describe("the steps after an import", () => {
  test.each(languages)(
    "in $name skip Pulumi's preview, which would end at the first missing object",
    ({ name }) => {
      expect(textOf(name)).toMatch(/pulumi import --file imported.* --yes --skip-preview --stack/);
    },
  );

  test("pass settings by the environment, and read secret ones when the command runs", () => {
    const variables = [
      { name: "AUTH0_DOMAIN", value: "example.eu.auth0.com", configKey: "auth0:domain" },
      { name: "AUTH0_API_TOKEN", value: "canary", configKey: "auth0:apiToken", secret: true },
      { name: "AUTH0_AUDIENCE", value: "not configured" },
    ].map((variable) => ({ secret: false, ...variable }));
    const text = textOf("typescript-plugin", { variables });
    expect(text).toContain(
      [
        "AUTH0_DOMAIN=example.eu.auth0.com \\",
        'AUTH0_API_TOKEN="$(pulumi config get auth0:apiToken --stack production)" \\',
        "pulumi import ",
      ].join("\n   "),
    );
    expect(text).not.toMatch(/canary|not configured/);
  });

  const noSecret = { plan: planOf(plannedPolicy()) };
  const copy = "Copy the resources from `imported/program.";
  const yamlAdvice = "If the file is empty";
  test.each<[string, string, Parameters<typeof textOf>[1], string, boolean]>([
    ["go on only after exit code 0", "python", {}, "Continue only after exit code 0", true],
    ["copy the code that Pulumi writes", "python", {}, copy, true],
    ["advise on empty files, with a secret", "yaml", {}, yamlAdvice, true],
    ["give no such advice without a secret", "yaml", noSecret, yamlAdvice, false],
    ["advise on corrections", "go", noSecret, "lists the corrections", true],
    ["check for drift with Pulumi", "go", {}, "pulumi refresh --preview-only --expect-no", true],
    ["check for drift with our command", "typescript-plugin", {}, drift, true],
    ["set an unknown secret", "typescript", {}, setToken, true],
    ["set no known secret", "typescript", { plan: known }, setToken, false],
    ["send a known secret", "python", { plan: known }, up, true],
    ["show no secret", "typescript", { plan: known }, knownToken, false],
  ])("%s, in %s", (_, name, changes, part, isThere) => {
    if (isThere) expect(textOf(name, changes)).toContain(part);
    else expect(textOf(name, changes)).not.toContain(part);
  });

  test("list the objects for which Pulumi wrote no code", () => {
    const afterRun = (withoutCode: typeof unknown.objects) =>
      textOf("yaml", { phase: { state: "imported", withoutCode } });
    const text = afterRun(unknown.objects.slice(0, 1));
    expect(text).toContain(`Pulumi wrote no code for EventStream \`crm\` (est_`);
    expect(text).toContain("Copy the resources");
    expect(text).not.toContain("the file has a placeholder");
    expect(afterRun(unknown.objects)).not.toContain("Copy the resources");
  });

  const toImport = [
    "pulumi import --file imported/import.json --generate-code=false --yes --skip-preview --stack production",
    "rm imported/import.json",
  ];
  test.each([
    ["a missing secret", planned, unknown, [...toImport, setToken, preview, up, drift]],
    ["a missing secret", imported, unknown, [setToken, preview, up, drift]],
    ["a known secret", imported, known, [preview, drift]],
    ["another secret in the configuration", imported, replaced, [preview, up, drift]],
    ["no object", planned, planOf(), []],
  ])("have the commands for %s, if the import is %j", (_, phase, plan, commands) => {
    expect(commandsIn(phase, { plan })).toEqual(commands);
  });

  test("have the program's folder if it is not the current one", () => {
    const stack = { ...placement.stack, folder: "../my program" };
    const commands = commandsIn(planned, { stack });
    expect(commands).toContain("rm '../my program/imported/import.json'");
    expect(commands.at(-1)).toBe(`${drift} --cwd '../my program'`);
  });
});

describe("the README", () => {
  test("counts objects by kind", () => {
    const plan = planOf(plannedWebhook(), plannedPolicy(), plannedPolicy());
    expect(summary(plan)).toContain("3 objects that no stack");
    expect(summary(plan)).toContain(": 1 event stream and 2 rate limit policies.");
  });

  test("numbers the steps, with their code and commands below the text", () => {
    const text = readme(planOf(), [
      { text: "Add a line.", block: "```\nimport;\n```" },
      { text: "Preview.", commands: ["pulumi preview", "pulumi up"] },
    ]);
    expect(text).toContain("1. Add a line.\n\n   ```\n   import;\n   ```");
    expect(text).toContain("2. Preview.\n\n   ```sh\n   pulumi preview\n   pulumi up\n   ```");
  });

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
    const text = readme(plan, []);
    const all = [configured, others, encrypted];
    expect(all.filter((part) => text.includes(part))).toEqual(expected);
    expect(text).not.toContain(knownToken);
  });

  test("lists what was not imported, with hostile texts as code", () => {
    const skipped = [
      { kind: "EventStream", id: "est_1\n\n# <b>", label: "a`b\u202e", reasons: ["it is deleted"] },
    ];
    const ignored = [{ address: "urn::a`b\u202e", reason: "it has no id" }];
    const [, section] = readme({ ...planOf(), skipped, ignored }, []).split("## Not imported\n\n");
    expect(section).toContain("(`est_1\\n\\n# <b>`): `it is deleted`");
    expect(section).toContain(": `it has no id`");
    expect(section).not.toContain("\u202e");
  });

  test("has the instructions for the old tool after the steps, and notes on objects at the end", () => {
    const forget = { text: "Stop it.", commands: ["a", "b"] };
    const text = readme({ ...planOf(plannedPolicy({ notes: ["A note."] })), forget }, []);
    expect(text).toMatch(
      /forget the objects\n\nStop it\.\n\n```sh\na\nb\n```\n\n## Imported in part\n\n- RateLimitPolicy `partners` \(rlp_2+\): `A note\.`\n$/,
    );
  });
});

describe("the table of secrets", () => {
  const secrets = plannedWebhook().secrets.map((secret) => ({ ...secret, configKey: "erpToken" }));
  const erp = plannedWebhook(undefined, { name: "erp-2", secrets });
  const plan = planOf(plannedWebhook(knownToken), plannedPolicy(), erp);

  test("has each one's resource, property, key and expression", () => {
    expect(secretsTable(plan, language("python"))).toBe(`\`\`\`python
config = pulumi.Config()
\`\`\`

| Resource | Property | Configuration key | Expression |
|---|---|---|---|
| EventStream crm | destination.configuration.webhookAuthorization.token | \`crmToken\` | \`config.require_secret("crmToken")\` |
| EventStream erp-2 | destination.configuration.webhookAuthorization.token | \`erpToken\` | \`config.require_secret("erpToken")\` |`);
  });

  const declared = ["crmToken", "erpToken"].map(
    (key) => `  ${key}:\n    type: string\n    secret: true\n`,
  );
  test.each([
    ["yaml", `\`\`\`yaml\nconfig:\n${declared.join("")}\`\`\``],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: YAML refers to a value so.
    ["yaml", "`${crmToken}`"],
    ["go", '`config.New(ctx, "").RequireSecret("crmToken")`'],
    ["typescript-plugin", '`config.requireSecret("crmToken")`'],
  ])("has the expressions for a program in %s", (name, expected) => {
    expect(secretsTable(plan, language(name))).toContain(expected);
  });

  test("is empty without secrets", () => {
    expect(secretsTable(planOf(plannedPolicy()), language("go"))).toBe("");
  });
});
