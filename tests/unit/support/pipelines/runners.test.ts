import { afterAll, expect, test } from "@jest/globals";
import { parse } from "yaml";
import { conditionHolds, filledIn, succeeded } from "../../../support/pipelines/expression";
import { legsOf, neededBy } from "../../../support/pipelines/gitlabJobs";
import { ruleHolds } from "../../../support/pipelines/gitlabRule";
import { runSteps } from "../../../support/pipelines/workflow";
import { removeTemporaryFolders, temporaryFolder } from "../../../support/project";

afterAll(removeTemporaryFolders);

const contexts = {
  github: { event_name: "push", event: { pull_request: null } },
  needs: { preview: { result: "failure" } },
  secrets: {},
};
const failed = { success: false, failure: true, cancelled: false };

test.each([
  ["always() && github.event_name == 'PUSH'", true],
  ["always() && github.event.pull_request.head.sha == ''", true],
  ["!cancelled() && needs.preview.result != 'skipped'", true],
  ["always()", true],
  ["failure() || github.event_name == 'push'", true],
  ["needs.preview.result == 'failure'", false],
])("after a failure, the condition %s of a job of GitHub is %s", (condition, holds) => {
  expect(conditionHolds(condition, { contexts, status: failed })).toBe(holds);
});

test("a secret that is not set is empty", () => {
  expect(filledIn(`<\${{ secrets.TOKEN }}>`, { contexts, status: succeeded })).toBe("<>");
});

test.each(["contains('a', 'b')", "github.actor", "github.event_name > 1", "needs.other.result"])(
  "the expression %s is unsupported",
  (expression) => {
    const scope = { contexts, status: succeeded };
    expect(() => conditionHolds(expression, scope)).toThrow("unsupported by this runner");
  },
);

test("a key, an action or a command of a workflow that its runner does not know is unsupported", async () => {
  const runner = { folder: temporaryFolder(), contexts: {}, env: {}, actions: {} };
  const run = (job: object) => runSteps({ steps: [], ...job }, runner);
  await expect(run({ services: {} })).rejects.toThrow("unsupported by this runner: services");
  await expect(run({ steps: [{ uses: "a/b@c" }] })).rejects.toThrow("unsupported by this runner");
  const command = { steps: [{ run: "echo ::set-output name=a::b" }] };
  await expect(run(command)).rejects.toThrow("the workflow command ::set-output");
});

test.each([
  ['$A == "a" && $B != "a"', true],
  ['$A == "b" || $A == "a"', true],
  ["$A == $NONE", false],
])("the rule %s of GitLab is %s", (rule, holds) => {
  expect(ruleHolds(rule, { A: "a", B: "b" })).toBe(holds);
});

test.each(["$A", "$A =~ /a/", '($A == "a")'])("the rule %s is unsupported", (rule) => {
  expect(() => ruleHolds(rule, { A: "a" })).toThrow("unsupported by this runner");
});

const pipeline = (job: string) =>
  parse(`
stages: [one, two]
default: { image: { name: node }, before_script: [] }
.each: { parallel: { matrix: [{ STACK: [a, b] }] } }
first: { stage: one, extends: .each, rules: [{ if: $A == "a" }], script: [] }
second: { stage: two, rules: [{ if: $A == "a", when: always }], script: [], ${job} }
`);

test("a job of GitLab gets what it needs, and otherwise waits for the stages before", () => {
  for (const needs of ["needs: [first]", "timeout: 1 minute"]) {
    const legs = legsOf(pipeline(needs), { A: "a" });
    expect(legs.map(({ name, when }) => [name, when])).toEqual([
      ...[
        ["first: [a]", "on_success"],
        ["first: [b]", "on_success"],
        ["second", "always"],
      ],
    ]);
    const [, , second] = legs;
    expect(second && neededBy(second, legs).map(({ matrix }) => matrix)).toEqual([
      ...[{ STACK: "a" }, { STACK: "b" }],
    ]);
  }
  expect(legsOf(pipeline("needs: [first]"), { A: "b" })).toEqual([]);
});

test.each(["services: []", "stage: three", "allow_failure: { other: 1 }"])(
  "a job of GitLab with %s is unsupported",
  (job) => {
    const file = pipeline("needs: [first]");
    Object.assign(file.second, parse(job));
    expect(() => legsOf(file, { A: "a" })).toThrow("unsupported by this runner");
  },
);
