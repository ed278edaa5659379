import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { inlineCode } from "../../../../cli/shared/markdown";
import { hostileNames, scriptsFolder } from "../../../support/pipelines/gitopsScripts";
import { mustRun, root } from "../../../support/project";
import { hostile } from "../../../support/values/hostileText";

test("markdown.mjs writes names as the drift report does", async () => {
  const names = [...hostileNames, "", "\u{1f468}\u200d\u{1f469}", ...fc.sample(hostile, 200)];
  const module = JSON.stringify(pathToFileURL(join(scriptsFolder, "markdown.mjs")));
  const source = `import { code } from ${module};
    console.log(JSON.stringify(${JSON.stringify(names)}.map(code)));`;
  const { stdout } = await mustRun(process.execPath, ["--input-type=module", "-e", source], root);
  expect(JSON.parse(stdout)).toEqual(names.map(inlineCode));
});
