import { describe, expect, test } from "@jest/globals";
import { comment as runComment } from "../../../../cli/ci/comment";
import { token } from "../../../support/pipelines/forge";
import { preview } from "../../../support/pipelines/previewReports";
import { printedBy } from "../../../support/pipelines/printed";
import { kinds, withForge } from "../../../support/pipelines/withForge";

const started = withForge();

const write = (stack: string, text = JSON.stringify(preview(stack))) =>
  started.write(`previews/${stack}.json`, text);

describe.each(kinds)("ci comment on %s", (kind) => {
  /** Runs the command; resolves to its exit code and what it printed. */
  const comment = async (...stacks: string[]) => {
    const files = stacks.map((stack) => started.path(`previews/${stack}.json`));
    const printed = await printedBy(() => runComment(files, started.environment(kind)));
    expect(printed).not.toContain(token);
    return printed;
  };
  const comments = () => started.forge.comments;

  test("keeps one comment for each single report, and one for several", async () => {
    write("staging");
    write("production");
    started.forge.pageSize = 1;
    for (const done of ["created", "updated"]) {
      for (const stacks of [["staging"], ["production"], ["staging", "production"]]) {
        expect(await comment(...stacks)).toBe(`exit code 0\nThe comment is ${done}.`);
      }
    }
    expect(comments().map(({ body }) => body.split("\n").slice(0, 2))).toEqual([
      ["<!-- auth0-native preview: staging -->", "### Preview of `staging`"],
      ["<!-- auth0-native preview: production -->", "### Preview of `production`"],
      ["<!-- auth0-native preview -->", "### Preview of 2 stacks"],
    ]);
    expect(comments()[0]?.body).toMatch(/\n\nCommit b2, \[run\]\(https:\/\/\S+42\)$/);
  });

  test.each(["somebody", "translator[bot]"])("does not change a comment of %s", async (author) => {
    const body = "<!-- auth0-native preview: staging -->";
    comments().push({ id: 1, author, body });
    write("staging");
    await comment("staging");
    expect(comments()).toEqual([
      { id: 1, author, body },
      expect.objectContaining({ author: "bot" }),
    ]);
  });

  test("does not change a comment in which the marker is not at the start", async () => {
    comments().push({ id: 1, author: "bot", body: "> <!-- auth0-native preview: staging -->" });
    write("staging");
    await comment("staging");
    expect(comments()).toHaveLength(2);
  });

  test("creates the comment again if it was deleted after it was listed", async () => {
    write("staging");
    await comment("staging");
    started.forge.refuse = (request) => (/^(PATCH|PUT)/.test(request) ? 404 : undefined);
    expect(await comment("staging")).toBe("exit code 0\nThe comment is created.");
    expect(comments()).toHaveLength(2);
  });

  test("changes nothing if the pull request has a newer commit", async () => {
    started.forge.head = "c3";
    expect(await comment("staging")).toMatch(/^exit code 0\n.*previews are of b2/);
    expect(started.forge.writes()).toEqual([]);
  });

  test("names a report that cannot be read beside the others, and ends with 1", async () => {
    write("production");
    write("eu", '{"version":1');
    const printed = await comment("staging", "production", "eu");
    expect(printed).toMatch(/^exit code 1\nerror: .*staging\.json .*\nerror: .*eu\.json .*\nThe/);
    expect(comments()[0]?.body).toMatch(
      /- ! `staging`: \*\*no preview\*\*: `\S+staging.json` is missing: .* See the \[run\].*\n- ! `eu`: .*not complete JSON.*\n- ✓ `production`/,
    );
  });

  test("needs the name of a stack for a single report, since the marker contains it", async () => {
    expect(await comment("--> @team")).toContain("cannot be used as the name of a stack");
    expect(comments()).toEqual([]);
  });
});
