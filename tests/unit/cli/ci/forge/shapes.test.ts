import { expect, test } from "@jest/globals";
import type { Forge } from "../../../../../cli/ci/forge/forge";
import { forgeOf } from "../../../../../cli/ci/forge/forgeOf";
import { fakeClock } from "../../../../support/clock/fakeClock";
import { type Kind, withForge } from "../../../../support/pipelines/withForge";

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

/** The message of the error. */
async function errorAfter(text: string, name: Operation, kind: Kind) {
  started.forge.answer = () => ({ text });
  const forge = forgeOf(started.environment(kind), fakeClock());
  const error = await operations[name](forge).then(
    () => undefined,
    (reason: Error) => reason,
  );
  expect(error?.message).toMatch(
    /^(GET|PUT|PATCH) \/\S+ got an unreadable response \(.+\)\. Check that (GITHUB_API_URL|CI_API_V4_URL) is the address of the API\.$/,
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
