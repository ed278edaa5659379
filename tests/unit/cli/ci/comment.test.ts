import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { comment as runComment } from "../../../../cli/ci/comment";
import { token } from "../../../support/pipelines/forge";
import { preview } from "../../../support/pipelines/previewReports";
import { kinds, withForge } from "../../../support/pipelines/withForge";

const started = withForge();

const printed: string[] = [];
beforeEach(() => {
  for (const method of ["log", "error"] as const) {
    jest.spyOn(console, method).mockImplementation((line) => void printed.push(line));
  }
});
afterEach(() => {
  jest.restoreAllMocks();
  expect(printed.splice(0).join("\n")).not.toContain(token);
});

const write = (stack: string, text = JSON.stringify(preview(stack))) =>
  started.write(`previews/${stack}.json`, text);

describe.each(kinds)("ci comment on %s", (kind) => {
  const comment = (...stacks: string[]) =>
    runComment(
      stacks.map((stack) => started.path(`previews/${stack}.json`)),
      started.environment(kind),
    );
  const comments = () => started.forge.comments;

  test("keeps one comment for each single report, and one for several", async () => {
    write("staging");
    write("production");
    started.forge.pageSize = 1;
    for (const _ of ["created", "updated"]) {
      expect(await comment("staging")).toBe(0);
      expect(await comment("production")).toBe(0);
      expect(await comment("staging", "production")).toBe(0);
    }
    expect(comments().map(({ body }) => body.split("\n").slice(0, 2))).toEqual([
      ["<!-- auth0-native preview: staging -->", "### Preview of `staging`"],
      ["<!-- auth0-native preview: production -->", "### Preview of `production`"],
      ["<!-- auth0-native preview -->", "### Preview of 2 stacks"],
    ]);
    expect(comments()[0]?.body).toMatch(/\n\nCommit b2, \[run\]\(https:\/\/\S+42\)$/);
    expect(printed).toEqual([
      ...Array(3).fill("The comment is created."),
      ...Array(3).fill("The comment is updated."),
    ]);
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

  test("changes nothing if the pull request has a newer commit", async () => {
    started.forge.head = "c3";
    expect(await comment("staging")).toBe(0);
    expect(started.forge.writes()).toEqual([]);
    expect(printed).toEqual([expect.stringContaining("previews are of b2")]);
  });

  test("names a report that cannot be read beside the others, and ends with 1", async () => {
    write("production");
    write("eu", '{"version":1');
    expect(await comment("staging", "production", "eu")).toBe(1);
    expect(comments()[0]?.body).toMatch(
      /- ! `staging`: \*\*no preview\*\*: `\S+staging.json` is missing: .* See the \[run\].*\n- ! `eu`: .*not complete JSON.*\n- ✓ `production`/,
    );
    expect(printed.filter((line) => line.startsWith("error: "))).toHaveLength(2);
  });

  test("needs the name of a stack for a single report, since the marker contains it", async () => {
    await expect(comment("--> @team")).rejects.toThrow("cannot be used as the name of a stack");
    expect(comments()).toEqual([]);
  });
});
