import { describe, expect, test } from "@jest/globals";
import { comment as runComment } from "../../../../../cli/ci/comment/command";
import { token } from "../../../../support/pipelines/forge";
import { preview } from "../../../../support/pipelines/previewReports";
import { printedBy } from "../../../../support/pipelines/printed";
import { type Kind, kinds, withForge } from "../../../../support/pipelines/withForge";

const started = withForge();

const write = (stack: string, text = JSON.stringify(preview(stack))) =>
  started.write(`previews/${stack}.json`, text);

/** Runs the command, and resolves to its exit code and output. */
const comment = (kind: Kind, ...stacks: string[]) => commentOf(undefined, kind, ...stacks);

async function commentOf(project: string | undefined, kind: Kind, ...stacks: string[]) {
  const files = stacks.map((stack) => started.path(`previews/${stack}.json`));
  const printed = await printedBy(() => runComment(files, project, started.environment(kind)));
  expect(printed).not.toContain(token);
  return printed;
}
const comments = () => started.forge.comments;

describe.each(kinds)("ci comment on %s", (kind) => {
  test("keeps one comment, even when a stack is added", async () => {
    write("staging");
    write("production");
    started.forge.pageSize = 1;
    started.forge.addNote(comments(), "another");
    expect(await comment(kind, "staging")).toBe("exit code 0\nThe comment is created.");
    expect(await comment(kind, "staging", "production")).toBe(
      "exit code 0\nThe comment is updated.",
    );
    const [, ours, ...others] = comments().map(({ body }) => body);
    expect(others).toEqual([]);
    expect(ours).toMatch(/^<!-- pulumi-auth0-native preview -->\n## ✓ Preview of 2 stacks\n/);
    expect(ours).toMatch(/\n\nCommit b2, \[run\]\(https:\/\/\S+42\)$/);
  });

  test("keeps another comment of each project", async () => {
    write("staging");
    for (const project of [undefined, "eu", "us", "eu"]) await commentOf(project, kind, "staging");
    expect(comments().map(({ body }) => body.split("\n").slice(0, 2))).toEqual([
      ["<!-- pulumi-auth0-native preview -->", "## ✓ Preview of `staging`"],
      ["<!-- pulumi-auth0-native preview eu -->", "## ✓ `eu`: Preview of `staging`"],
      ["<!-- pulumi-auth0-native preview us -->", "## ✓ `us`: Preview of `staging`"],
    ]);
  });

  test.each(["somebody", "translator[bot]"])("does not change a comment of %s", async (author) => {
    const body = "<!-- pulumi-auth0-native preview -->";
    comments().push({ id: 1, author, body });
    write("staging");
    await comment(kind, "staging");
    expect(comments()).toEqual([
      { id: 1, author, body },
      expect.objectContaining({ author: "bot" }),
    ]);
  });

  test("does not change a comment in which the marker is not at the start", async () => {
    comments().push({ id: 1, author: "bot", body: "> <!-- pulumi-auth0-native preview -->" });
    write("staging");
    await comment(kind, "staging");
    expect(comments()).toHaveLength(2);
  });

  test("changes nothing if the pull request has a newer commit", async () => {
    started.forge.head = "c3";
    expect(await comment(kind, "staging")).toMatch(/^exit code 0\n.*previews are of b2/);
    expect(started.forge.writes()).toEqual([]);
  });

  test("keeps the notice of the plan if the pull request is merged meanwhile", async () => {
    write("staging");
    await comment(kind, "staging");
    const plan = started.forge.addNote(comments(), "<!-- pulumi-auth0-native plan -->");
    started.forge.writes();
    started.forge.merged.set("a1", "b2");
    expect(await comment(kind, "staging")).toMatch(/^exit code 0\n.*the pull request is merged/);
    expect(started.forge.writes()).toEqual([]);
    expect(plan.body).toBe("<!-- pulumi-auth0-native plan -->");
  });

  test("shows an unreadable report beside the others, and exits with 1", async () => {
    write("production");
    write("eu", '{"version":1');
    const printed = await comment(kind, "staging", "production", "eu");
    expect(printed).toMatch(/^exit code 1\nerror: .*staging\.json .*\nerror: .*eu\.json .*\nThe/);
    expect(comments()[0]?.body).toMatch(
      /\| `staging` \| ! no report \| {2}\|\n\| `eu` \| ! no report \| {2}\|\n\| `production` \| ✓.*> `\S+staging.json is missing\. .*isn't complete JSON/s,
    );
  });
});

describe("ci comment after a push to GitHub", () => {
  test("is a notice on the pull request that was merged, beside its preview", async () => {
    write("staging", JSON.stringify(preview("staging", { result: "changes" })));
    await comment("GitHub", "staging");
    const env = started.environment("GitHub");
    started.write("event.json", "{}");
    started.forge.merged.set("a1", "b2");
    const run = () =>
      printedBy(() => runComment([started.path("previews/staging.json")], undefined, env));
    expect(await run()).toBe("exit code 0\nThe comment is created.");
    expect(await run()).toBe("exit code 0\nThe comment is updated.");
    const [before, plan] = comments().map(({ body }) => body);
    expect(before).toContain("This preview is for review only");
    expect(plan).toMatch(/^<!-- pulumi-auth0-native plan -->\n## ± Plan of `staging`\n/);
    expect(plan).toContain("approve it in the [run](https://github.example/");
    expect(plan).toMatch(/\nCommit a1, \[run\]/);
  });

  test("writes nothing for a commit that merged no pull request", async () => {
    const env = started.environment("GitHub");
    started.write("event.json", "{}");
    expect(await printedBy(() => runComment(["a.json"], undefined, env))).toBe(
      "exit code 0\nWrote no comment, because no pull request was merged as a1.",
    );
  });
});
