import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Forge } from "../../../../../cli/ci/forge/forge";
import { forgeOf } from "../../../../../cli/ci/forge/forgeOf";
import { fakeClock } from "../../../../support/clock/fakeClock";
import { token } from "../../../../support/pipelines/forge";
import { type Kind, kinds, withForge } from "../../../../support/pipelines/withForge";

const started = withForge();
const issue = { number: 1, title: "a", body: "b" };
const request = { number: 7, head: "b2", isMerged: false };

/** Everything that the commands ask of a forge. */
const operations: [string, (forge: Forge) => Promise<unknown>][] = [
  ["pullRequest", (forge) => forge.pullRequest()],
  ["comments", (forge) => forge.comments(request)],
  ["addComment", (forge) => forge.addComment(request, "a")],
  ["editComment", (forge) => forge.editComment(request, { id: 1 }, "b")],
  ["issues", (forge) => forge.issues("drift")],
  ["addIssue", (forge) => forge.addIssue({ title: "a", body: "b", label: "c" })],
  ["editIssue", (forge) => forge.editIssue(issue, issue)],
  ["commentIssue", (forge) => forge.commentIssue(issue, "a")],
  ["closeIssue", (forge) => forge.closeIssue(issue)],
];

/** Resolves to the message of the error, or to undefined if there is none. */
async function errorWith(kind: Kind, text: string, ask: (forge: Forge) => Promise<unknown>) {
  started.forge.answer = () => ({ text });
  const forge = forgeOf(started.environment(kind), fakeClock());
  const error = await ask(forge).then(
    () => undefined,
    (reason: Error) => reason,
  );
  if (error !== undefined) {
    expect(error).not.toBeInstanceOf(TypeError);
    expect(error.message).toMatch(
      /^(GET|POST|PUT|PATCH) \/\S+ got a response that could not be read \(.+\)\. Check that (GITHUB_API_URL|CI_API_V4_URL) is the address of the API\.$/,
    );
    expect(error.message).not.toContain(token);
  }
  return error?.message;
}

const cases = kinds.flatMap((kind) => operations.map(([name, ask]) => [name, kind, ask] as const));

test.each(cases)("%s on %s reports a response that is no JSON", async (_name, kind, ask) => {
  expect(await errorWith(kind, "<html>Log in</html>", ask)).toContain("(a web page, not JSON)");
  for (const text of ["", "{", '[{"id":', "null", "1", '"text"', "[1]", "[null]", "[[]]"]) {
    expect(await errorWith(kind, text, ask)).toContain("could not be read");
  }
});

const keys = [
  "id",
  "iid",
  "number",
  "name",
  "title",
  "body",
  "description",
  "user",
  "author",
].concat(["sha", "head", "merged_at", "merge_commit_sha", "pull_request"]);
const value = fc.oneof(
  fc.constantFrom(null, 1, 9, "b2", "success"),
  fc.constant({ id: 1, sha: "b2" }),
  fc.jsonValue({ maxDepth: 1 }),
);
const item = fc.dictionary(fc.constantFrom(...keys), value, { minKeys: 10 });
const items = fc.array(fc.oneof({ weight: 9, arbitrary: item }, value), { maxLength: 3 });
const body = fc.oneof(item, items);

test.each(cases)("%s on %s reads fields of any type, or reports them", async (_name, kind, ask) => {
  const property = fc.asyncProperty(body, async (json) => {
    await errorWith(kind, JSON.stringify(json), ask);
  });
  await fc.assert(property, { numRuns: 15 });
});

/** For each list, an item that lacks one field or has one of another type. */
const brokenItems: [Kind, string, (forge: Forge) => Promise<unknown>, unknown, string][] = [
  [
    "GitHub",
    "a pull request without a head",
    (forge) => forge.pullRequest(),
    { number: 7, head: null },
    "head is not an object",
  ],
  [
    "GitLab",
    "a list that is an object",
    (forge) => forge.issues("drift"),
    { message: "ok" },
    "the body is not a list of objects",
  ],
  [
    "GitLab",
    "a note without an id",
    (forge) => forge.comments(request),
    [{ body: "a", author: { id: 1 } }],
    "id is not a whole number",
  ],
];

test.each(brokenItems)("%s with %s is reported", async (kind, _what, ask, body, expected) => {
  expect(await errorWith(kind, JSON.stringify(body), ask)).toContain(`(${expected})`);
});
