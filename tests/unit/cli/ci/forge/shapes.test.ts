import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Forge } from "../../../../../cli/ci/forge/forge";
import { forgeOf } from "../../../../../cli/ci/forge/forgeOf";
import { fakeClock } from "../../../../support/clock/fakeClock";
import { type Kind, kinds, withForge } from "../../../../support/pipelines/withForge";

const started = withForge();
const issue = { number: 1, title: "a", body: "b" };
const request = { number: 7, head: "b2", isMerged: false };

/** The commands' requests to a forge: an object, lists, and a change. */
const operations = {
  pullRequest: (forge: Forge) => forge.pullRequest(),
  comments: (forge: Forge) => forge.comments(request),
  issues: (forge: Forge) => forge.issues("drift"),
  editIssue: (forge: Forge) => forge.editIssue(issue, issue),
};
type Operation = keyof typeof operations;
const cases = kinds.flatMap((kind) =>
  Object.keys(operations).map((name) => [name as Operation, kind] as const),
);

/** Resolves to the message of the error, or to undefined if there is none. */
async function errorAfter(text: string, name: Operation, kind: Kind) {
  started.forge.answer = () => ({ text });
  const forge = forgeOf(started.environment(kind), fakeClock());
  const error = await operations[name](forge).then(
    () => undefined,
    (reason: Error) => reason,
  );
  expect(error?.message ?? "none").toMatch(
    /^none$|^(GET|PUT|PATCH) \/\S+ got an unreadable response \(.+\)\. Check that (GITHUB_API_URL|CI_API_V4_URL) is the address of the API\.$/,
  );
  return error?.message;
}

test.each<[string, Operation, Kind, string]>([
  ["\n<html>Log in</html>", "editIssue", "GitHub", "a web page, not JSON"],
  ["", "editIssue", "GitLab", "the body is not an object"],
  ["[null]", "comments", "GitHub", "the body is not a list of objects"],
  ['[{"id":', "issues", "GitHub", "the body is not a list of objects"],
  ['{"number":7,"head":null}', "pullRequest", "GitHub", "head is not an object"],
  ['{"message":"ok"}', "issues", "GitLab", "the body is not a list of objects"],
  ['[{"body":"a","author":{"id":1}}]', "comments", "GitLab", "id is not a whole number"],
])("the response %s to %s on %s is reported", async (text, name, kind, reason) => {
  expect(await errorAfter(text, name, kind)).toContain(`(${reason})`);
});

const keys = ["id", "iid", "number", "title", "body", "description", "user", "author"].concat([
  ...["sha", "head", "merged_at", "merge_commit_sha", "pull_request"],
]);
const value = fc.oneof(
  fc.constantFrom(null, 1, 9, "b2", "success"),
  fc.constant({ id: 1, sha: "b2" }),
  fc.jsonValue({ maxDepth: 1 }),
);
const item = fc.dictionary(fc.constantFrom(...keys), value, { minKeys: 10 });
const items = fc.array(fc.oneof({ weight: 9, arbitrary: item }, value), { maxLength: 3 });

test.each(cases)("%s on %s reads fields of any type, or reports them", async (name, kind) => {
  const property = fc.asyncProperty(fc.oneof(item, items), async (json) => {
    await errorAfter(JSON.stringify(json), name, kind);
  });
  await fc.assert(property, { numRuns: 15 });
});
