import { describe, expect, test } from "@jest/globals";
import type { PlannedSecret } from "../../../../../cli/import/plan";
import { readme, summary } from "../../../../../cli/import/render/readme";
import {
  knownToken,
  plannedPolicy,
  plannedWebhook,
  planOf,
} from "../../../../support/values/importPlans";

const withSecret = (changes: Partial<PlannedSecret>) => {
  const object = plannedWebhook(knownToken);
  return planOf({ ...object, secrets: object.secrets.map((one) => ({ ...one, ...changes })) });
};

test("the summary counts objects by kind", () => {
  const { objects } = planOf(plannedWebhook(), plannedPolicy(), plannedPolicy());
  expect(summary({ ...planOf(), objects })).toContain("3 objects that no stack");
  expect(summary({ ...planOf(), objects })).toContain(": 1 EventStream, 2 RateLimitPolicy.");
});

test("steps are numbered, with their code and commands below the text", () => {
  const text = readme(planOf(), [
    { text: "Add a line.", code: 'import "./imported";' },
    { text: "Preview.", commands: ["pulumi preview", "pulumi up"] },
  ]);
  expect(text).toContain('1. Add a line.\n\n   ```\n   import "./imported";\n   ```');
  expect(text).toContain("2. Preview.\n\n   ```sh\n   pulumi preview\n   pulumi up\n   ```");
});

describe("secrets of another tool's state", () => {
  test("for which the configuration has another value are named", () => {
    const text = readme(withSecret({ source: "other tool", isReplaced: true }), []);
    expect(text).toContain("other values than the old tool's state for `crmToken`");
    expect(text).not.toContain("encrypted");
  });

  test("are not mentioned where the configuration has them already", () => {
    expect(readme(planOf(plannedWebhook(knownToken)), [])).not.toContain("old tool");
  });
});

test("what is not imported is listed with hostile texts as code", () => {
  const skipped = [
    { kind: "EventStream", id: "est_1", label: "a`b\u202e", reasons: ["it is deleted"] },
  ];
  const ignored = [{ address: "urn::a`b\u202e", reason: "it has no id" }];
  const [, section] = readme({ ...planOf(), skipped, ignored }, []).split("## Not imported\n\n");
  expect(section).toContain("(`est_1`): `it is deleted`");
  expect(section).toContain(": `it has no id`");
  expect(section).not.toContain("\u202e");
});

test("instructions for the old tool follow the steps, and notes on objects are at the end", () => {
  const forget = { text: "Stop it.", commands: ["a", "b"] };
  const text = readme({ ...planOf(plannedPolicy({ notes: ["A note."] })), forget }, []);
  expect(text).toMatch(
    /forget the objects\n\nStop it\.\n\n```sh\na\nb\n```\n\n## Imported in part/,
  );
  expect(text).toMatch(/- RateLimitPolicy `partners` \(rlp_2+\): `A note\.`\n$/);
});

// A key such as `crmToken` may be that of another system's token.
test("the README names the keys of the configuration that the program reads, without their values", () => {
  const text = readme(planOf(plannedWebhook(knownToken)), []);
  expect(text).toContain("has `crmToken` already: the program reads these values as the secrets");
  expect(text).not.toContain(knownToken);
  expect(readme(planOf(plannedWebhook()), [])).not.toContain("already");
});
