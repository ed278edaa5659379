import { expect, test } from "@jest/globals";
import { checklist } from "../../../../../cli/ci/init/checklist";
import { examplePlan, planOf, stacksNamed } from "../../../../support/pipelines/plans";

test("the checklist for GitHub names environments, secrets and protection", () => {
  const text = checklist("github", examplePlan);
  expect(text).toContain("each with the secrets AUTH0_CLIENT_ID and AUTH0_CLIENT_SECRET");
  expect(text).toContain("Give staging-apply, production-apply required reviewers");
  expect(text).toContain("limit each to the branch main.");
  expect(text).toContain("Limit staging-drift, production-drift to the default branch.");
  expect(text).toContain("PULUMI_ACCESS_TOKEN");
  expect(text).toContain("Add these files by a pull request");
});

test("the checklist for GitLab names variables with their environment scopes, and the schedule", () => {
  const text = checklist("gitlab", examplePlan);
  expect(text).toContain("GITLAB_TOKEN, masked, with the environment scope reports");
  expect(text).toContain("scope */apply: another one with the scope read_api");
  expect(text).toContain("Protect the environments staging/apply, production/apply");
  expect(text).toContain("Create a pipeline schedule");
  expect(text).toContain("Add these files by a merge request");
});

test("the checklist for one stack speaks of one environment", () => {
  const plan = planOf(["staging"]);
  expect(checklist("github", plan)).toContain(
    "Give staging-apply required reviewers, and limit it",
  );
  expect(checklist("gitlab", plan)).toContain("Protect the environment staging/apply, and");
});

test.each(["github", "gitlab"] as const)(
  "the checklist for %s stays short with many stacks, and names the shared environment",
  (forge) => {
    for (const count of [45, 250, 300]) {
      const text = checklist(forge, planOf(stacksNamed(count)));
      expect(text.length).toBeLessThan(3000);
      expect(text).toContain("each stack's configuration needs the credentials");
      expect(text).toContain("Then run `pulumi up` once for each stack: a check uses");
    }
  },
);

test("invisible characters of a branch are escaped, and the first step is what npm ci needs", () => {
  const text = checklist("github", planOf(["a"], { branch: "a\u202eb" }), {
    packageAdvice: "Install it.",
  });
  expect(text).toContain("limit it to the branch a\\u202eb.");
  expect(text).toContain("1. Install it.\n2. ");
});
