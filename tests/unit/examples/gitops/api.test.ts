import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, expect, test } from "@jest/globals";
import { gone, updateIssue, writeReport } from "../../../support/pipelines/driftFiles";
import { token } from "../../../support/pipelines/forge";
import { type Kind, kinds, withGitopsScripts } from "../../../support/pipelines/gitopsScripts";

const scripts = withGitopsScripts();
const issue = (kind: Kind) => updateIssue(scripts, kind);

beforeEach(() => writeReport(scripts, [gone]));

test.each(kinds)("a request that %s refuses is explained", async (kind) => {
  for (const [status, hint] of [
    [401, { GitHub: "The token is wrong or has expired", GitLab: "GITLAB_TOKEN is wrong" }],
    [403, { GitHub: "lacks a permission", GitLab: "needs the scope `api`" }],
  ] as const) {
    scripts.forge.refuse = () => status;
    const ended = await issue(kind);
    expect(ended).toContain(`issues was refused with ${status}: refused by the test.`);
    expect(ended).toContain(hint[kind]);
  }
});

test.each(kinds)("a missing token of %s is named", async (kind) => {
  const { GITHUB_TOKEN, GITLAB_TOKEN, ...without } = scripts.environment(kind);
  const ended = await scripts.run("issue", ["production", "drift.json", "drift.md"], without);
  expect(ended).toMatch(/^exit code 1\nerror: GIT(HUB|LAB)_TOKEN is not set: /);
});

test("a request is repeated after a temporary failure, unless it creates something", async () => {
  const { forge } = scripts;
  let failures = 1;
  forge.refuse = (request) => (request === "GET /issues" && failures-- > 0 ? 502 : undefined);
  expect(await issue("GitLab")).toContain("exit code 0");
  expect(forge.requests.filter((request) => request === "GET /issues")).toHaveLength(2);

  forge.issues = [];
  forge.writes();
  forge.refuse = (request) => (request === "POST /issues" ? 502 : undefined);
  expect(await issue("GitLab")).toContain("exit code 1");
  expect(forge.writes()).toEqual(["POST /issues"]);
});

test("the token is not sent to another host for the next page", async () => {
  const { forge } = scripts;
  await issue("GitHub");
  forge.issues.push(...forge.issues);
  Object.assign(forge, { pageSize: 1, elsewhere: "http://localhost:9" });
  expect(await issue("GitHub")).toMatch(
    /^exit code 1\nerror: http:\/\/127\.0\.0\.1:\d+ sends to http:\/\/localhost:9 for the next page/,
  );
});

test.each(kinds)("the token is not sent to a host that %s redirects to", async (kind) => {
  const headers: string[] = [];
  const other = createServer((message, response) => {
    headers.push(...message.rawHeaders);
    response.end("[]");
  }).listen(0);
  scripts.forge.moved = `http://localhost:${(other.address() as AddressInfo).port}`;
  await issue(kind);
  other.close();
  expect(headers).toContain("host");
  expect(headers.join()).not.toContain(token);
});

test("a script outside of GitHub and GitLab names what it looked for", async () => {
  const ended = await scripts.run("issue", ["production", "drift.json", "drift.md"], {});
  expect(ended).toContain("Neither GITHUB_ACTIONS nor GITLAB_CI is set");
});

test.each(["", "a b", "a\n@team", "-->", "`", "org/project/stack", "x".repeat(101)])(
  "%j is refused as the name of a stack by every script",
  async (stack) => {
    for (const name of ["issue", "comment", "preview", "apply", "find-plan"]) {
      const ended = await scripts.run(name, [stack, "a", "b"], scripts.environment("GitHub"));
      expect(ended).toContain(`exit code 1\nerror: ${JSON.stringify(stack)} is no stack's name`);
    }
    expect(scripts.forge.requests).toEqual([]);
  },
);
