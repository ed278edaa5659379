import { describe, expect, test } from "@jest/globals";
import type { Forge } from "../../../support/pipelines/forge";
import { kinds, withGitopsScripts } from "../../../support/pipelines/gitopsScripts";

const scripts = withGitopsScripts();

describe.each(kinds)("the comment on %s", (kind) => {
  const comment = (stack: string) =>
    scripts.run("comment", [stack, "preview.md"], scripts.environment(kind));

  test.each(["somebody", "translator[bot]"])(
    "is one for each stack, and a comment of %s is not changed",
    async (author) => {
      const { forge, write } = scripts;
      write("preview.md", "first");
      await comment("production");
      const foreign = { ...forge.comments[0], id: 1, author } as Forge["comments"][0];
      forge.comments.unshift(foreign);
      forge.pageSize = 1;
      await comment("staging");
      write("preview.md", "second");
      await comment("production");
      const texts = forge.comments.map(({ body }) => body.split("\n").slice(0, 2).join(" "));
      expect(forge.comments[1]?.body).toMatch(/\n\nCommit b2, \[run\]\(https:\/\/\S+42\)$/);
      expect(texts).toEqual([
        "<!-- auth0-native preview: production --> first",
        "<!-- auth0-native preview: production --> second",
        "<!-- auth0-native preview: staging --> first",
      ]);
    },
  );
});
