import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, expect, jest, test } from "@jest/globals";
import { commentOn } from "../../../../../cli/ci/comment/command";
import type { Comment, Forge } from "../../../../../cli/ci/forge/forge";
import { preview } from "../../../../support/pipelines/previewReports";
import { removeTemporaryFolders, temporaryFolder } from "../../../../support/project";

let folder = "";
let comments: Comment[] = [];
let head = "b2";
let printed: string[] = [];

const forge = {
  run: "https://github.example/acme/tenants/actions/runs/42",
  commit: "b2",
  headOfPullRequest: async () => head,
  comments: async () => comments,
  addComment: async (body) => void comments.push({ id: comments.length, body }),
  editComment: async (comment, body) => void Object.assign(comment, { body }),
} as Pick<
  Forge,
  "run" | "commit" | "headOfPullRequest" | "comments" | "addComment" | "editComment"
>;

const comment = (...stacks: string[]) =>
  commentOn(
    forge as Forge,
    stacks.map((stack) => join(folder, `${stack}.json`)),
  );

const write = (stack: string, text = JSON.stringify(preview(stack))) =>
  writeFileSync(join(folder, `${stack}.json`), text);

beforeEach(() => {
  folder = temporaryFolder();
  comments = [];
  head = "b2";
  printed = [];
  for (const method of ["log", "error"] as const) {
    jest.spyOn(console, method).mockImplementation((line) => void printed.push(line));
  }
});
afterAll(removeTemporaryFolders);

test("one report has one comment for each stack, several have one for all of them", async () => {
  write("staging");
  write("production");
  for (const _ of ["created", "updated"]) {
    expect(await comment("staging")).toBe(0);
    expect(await comment("production")).toBe(0);
    expect(await comment("staging", "production")).toBe(0);
  }
  expect(comments.map(({ body }) => body.split("\n").slice(0, 2))).toEqual([
    ["<!-- auth0-native preview: staging -->", "### Preview of `staging`"],
    ["<!-- auth0-native preview: production -->", "### Preview of `production`"],
    ["<!-- auth0-native preview -->", "### Preview of 2 stacks"],
  ]);
  expect(printed).toEqual([
    ...Array(3).fill("The comment is created."),
    ...Array(3).fill("The comment is updated."),
  ]);
});

test("only a comment that starts with the marker is edited", async () => {
  write("staging");
  comments.push({ id: 1, body: "> <!-- auth0-native preview: staging -->" });
  await comment("staging");
  expect(comments).toHaveLength(2);
});

test("an older run does not replace the comment of a newer one", async () => {
  head = "c3";
  expect(await comment("staging")).toBe(0);
  expect(comments).toEqual([]);
  expect(printed).toEqual([expect.stringContaining("previews are of b2")]);
});

test("a report that cannot be read is named in the comment, beside the others", async () => {
  write("production");
  write("eu", '{"version":1');
  expect(await comment("staging", "production", "eu")).toBe(1);
  expect(comments[0]?.body).toMatch(
    /- ! `staging`: \*\*no preview\*\*: `\S+staging.json` is missing: .* See the \[run\].*\n- ! `eu`: .*not complete JSON.*\n- ✓ `production`/,
  );
  expect(printed.filter((line) => line.startsWith("error: "))).toHaveLength(2);
});

test("a single report needs the name of a stack, since its hidden start contains it", async () => {
  write("--> @team", "");
  await expect(comment("--> @team")).rejects.toThrow("cannot be used as the name of a stack");
  expect(comments).toEqual([]);
});
