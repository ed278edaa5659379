import { expect, test } from "@jest/globals";
import { type Language, languages } from "../../../../../cli/import/languages";
import { secretsTable } from "../../../../../cli/import/render/readme";
import {
  knownToken,
  plannedPolicy,
  plannedWebhook,
  planOf,
} from "../../../../support/values/importPlans";

const language = (name: string) => languages.find((one) => one.name === name) as Language;
const secrets = plannedWebhook().secrets.map((secret) => ({ ...secret, configKey: "erpToken" }));
const plan = planOf(
  plannedWebhook(knownToken),
  plannedPolicy(),
  plannedWebhook(undefined, { name: "erp-2", secrets }),
);

test("the table of secrets names each one's resource, property, key and expression", () => {
  expect(secretsTable(plan, language("python"))).toBe(`\`\`\`python
config = pulumi.Config()
\`\`\`

| Resource | Property | Configuration key | Expression |
|---|---|---|---|
| EventStream crm | destination.configuration.webhookAuthorization.token | \`crmToken\` | \`config.require_secret("crmToken")\` |
| EventStream erp-2 | destination.configuration.webhookAuthorization.token | \`erpToken\` | \`config.require_secret("erpToken")\` |
`);
});

test("programs in YAML declare each secret in a config block", () => {
  const text = secretsTable(plan, language("yaml"));
  expect(text).toContain(`\`\`\`yaml
config:
  crmToken:
    type: string
    secret: true
  erpToken:
    type: string
    secret: true
\`\`\``);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: YAML refers to a value so.
  expect(text).toContain("`${crmToken}`");
});

test.each([
  ["go", 'config.New(ctx, "").RequireSecret("crmToken")'],
  ["typescript-plugin", 'config.requireSecret("crmToken")'],
])("the expression in %s is the one of its guide", (name, expression) => {
  expect(secretsTable(plan, language(name))).toContain(`\`${expression}\``);
});

test("the table of secrets is empty without secrets, and never has a secret's value", () => {
  expect(secretsTable(planOf(plannedPolicy()), language("go"))).toBe("");
  expect(secretsTable(plan, language("go"))).not.toContain(knownToken);
});
