import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import type { ResourceReport } from "../../../../cli/shared/driftReport/report";
import { inlineCode } from "../../../../cli/shared/markdown";
import {
  changed,
  gone,
  updateIssue,
  urn,
  writeReport,
} from "../../../support/pipelines/driftFiles";
import { type Kind, kinds, withGitopsScripts } from "../../../support/pipelines/gitopsScripts";
import { hostileNames } from "../../../support/pipelines/hostileNames";

const scripts = withGitopsScripts();
const report = (resources: ResourceReport[], problems?: string[]) =>
  writeReport(scripts, resources, problems);
const issue = (kind: Kind) => updateIssue(scripts, kind);

describe.each(kinds)("the issue on %s", (kind) => {
  const opening = { GitHub: ["POST /labels", "POST /issues"], GitLab: ["POST /issues"] }[kind];
  const editing = { GitHub: "PATCH /issues/1", GitLab: "PUT /issues/1" }[kind];
  const commenting = { GitHub: "POST /issues/1/comments", GitLab: "POST /issues/1/notes" }[kind];

  test("is opened by drift, left while it stays, edited when it changes, closed when it ends", async () => {
    const { forge } = scripts;
    report([]);
    expect(await issue(kind)).toContain("exit code 0\nNo drift, no issue.");
    expect(forge.writes()).toEqual([]);

    report([changed("name")]);
    expect(await issue(kind)).toContain("exit code 0");
    expect(forge.writes()).toEqual(opening);
    expect(forge.issues).toMatchObject([
      { title: "Drift in production", labels: ["drift-check"], state: "open" },
    ]);
    expect(forge.issues[0]?.body).toContain('"path":"name"');

    await issue(kind);
    expect(forge.writes()).toEqual([]);

    report([changed("name", "status")]);
    await issue(kind);
    expect(forge.writes()).toEqual([editing, commenting]);
    expect(forge.issues[0]?.notes.map(({ body }) => body)).toEqual([
      expect.stringMatching(/^New since the last check: `EventStream crm: status`\. \[Run\]/),
    ]);

    report([changed("status")]);
    await issue(kind);
    expect(forge.writes()).toEqual([editing]);

    report([]);
    await issue(kind);
    expect(forge.writes()).toEqual([commenting, editing]);
    expect(forge.issues).toMatchObject([{ state: "closed" }]);
  });

  test("stays closed when drift returns: a new one is opened", async () => {
    report([gone]);
    await issue(kind);
    report([]);
    await issue(kind);
    report([gone]);
    await issue(kind);
    expect(scripts.forge.issues).toMatchObject([{ state: "closed" }, { state: "open" }]);
  });

  test("distinguishes a failed check from drift, and is closed by neither", async () => {
    const { forge } = scripts;
    report([gone]);
    await issue(kind);
    report([], ["no answer from the tenant"]);
    expect(await issue(kind)).toContain("exit code 0");
    expect(forge.issues).toMatchObject([
      { title: "Drift check of production failed", state: "open" },
    ]);
    report([gone]);
    await issue(kind);
    expect(forge.issues[0]?.notes.map(({ body }) => body.replace(/ \[Run.*/, ""))).toEqual([
      "Drift check of `production` failed.",
      "Drift in `production`.",
    ]);
  });

  test("is found among others: not one of another stack, nor one of another author", async () => {
    const { forge } = scripts;
    report([gone]);
    await issue(kind);
    const [first] = forge.issues;
    if (!first) throw new Error("no issue was opened");
    const body = first.body;
    Object.assign(first, { author: "somebody" });
    const other = {
      ...first,
      number: 2,
      author: "bot",
      body: body.replace("production", "staging"),
    };
    const own = { ...first, number: 3, author: "bot" };
    forge.issues.push(other, own);
    forge.pageSize = 1;
    report([]);
    await issue(kind);
    expect(forge.issues.map(({ state }) => state)).toEqual(["open", "open", "closed"]);
  });

  test("shows hostile names as code", async () => {
    const { forge } = scripts;
    report([gone]);
    await issue(kind);
    report(
      hostileNames.map((name) => ({ ...changed(name), name, type: name, urn: `${urn}${name}` })),
      ["failed"],
    );
    await issue(kind);
    const [note] = forge.issues[0]?.notes ?? [];
    const names = hostileNames.map((name) => inlineCode(`${name} ${name}: ${name}`)).join(", ");
    const run = {
      GitHub: "https://github.example/acme/tenants/actions/runs/42",
      GitLab: forge.environments.GitLab.CI_JOB_URL,
    }[kind];
    expect(note?.body).toBe(
      `Drift check of \`production\` failed. New since the last check: ${names}. [Run](${run})`,
    );
  });
});

test("an issue is left as it is by a report that cannot be read", async () => {
  const { forge } = scripts;
  report([gone]);
  await issue("GitHub");
  forge.writes();
  const good = JSON.parse(readFileSync(scripts.path("drift.json"), "utf8"));
  const other = { ...good.stacks[0], name: "staging" };
  const wrong: [string, string][] = [
    ["{", "drift.json is not JSON"],
    ["null", "is of version undefined"],
    [JSON.stringify({ ...good, version: 2 }), "drift.json is of version 2, and this script reads"],
    [JSON.stringify({ ...good, stacks: [] }), "does not report on the stack production alone"],
    [JSON.stringify({ ...good, stacks: [good.stacks[0], other] }), "the stack production alone"],
    [JSON.stringify({ ...good, stacks: [other] }), "does not report on the stack production"],
    [JSON.stringify({ version: 1, stacks: [{ name: "production" }] }), "is no drift report"],
  ];
  for (const [text, message] of wrong) {
    scripts.write("drift.json", text);
    const ended = await issue("GitHub");
    expect(ended).toContain("exit code 1\nerror: ");
    expect(ended).toContain(message);
    expect(ended).toContain("The issue is left as it is.");
  }
  const args = ["production", "no.json", "drift.md"];
  const missing = await scripts.run("issue", args, scripts.environment("GitHub"));
  expect(missing).toContain("exit code 1\nerror: There is no report at no.json");
  expect(forge.requests).toEqual([]);
});

test("an issue stays within GitHub's limit however much drifts, and does not report old drift as new", async () => {
  const { forge } = scripts;
  const many = Array.from({ length: 2000 }, (_, index) => ({
    ...changed("name"),
    urn: `${urn}${index}`,
  }));
  report(many);
  await issue("GitHub");
  report(many.slice(1));
  await issue("GitHub");
  expect(forge.issues[0]?.notes).toEqual([]);
  expect(forge.issues[0]?.body.length).toBeLessThan(65_536);
  expect(forge.issues[0]?.body).toContain("The whole report is an artifact of the run.");
});

test("a long report is cut between blocks, so that no name leaves its code", async () => {
  report([gone]);
  scripts.write("drift.md", `# Drift\n\n${"x".repeat(60_000)}\n\n${"`@team ` ".repeat(2000)}`);
  await issue("GitHub");
  const [opened] = scripts.forge.issues;
  expect(opened?.body).not.toContain("@team");
  expect(opened?.body).toContain("x\n\nThe whole report is an artifact of the run.");
});
