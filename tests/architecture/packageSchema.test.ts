import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { pluginSchema } from "../../provider/adapters/plugin/pluginSchema";
import { baseEnvironment, pulumiFolder } from "../support/engine/environment";
import { removeTemporaryFolders, run, temporaryFolder } from "../support/project";

afterAll(removeTemporaryFolders);

// `make check` checks schema.json itself.
test("the schema that the plugin publishes passes `pulumi schema check`", async () => {
  const home = temporaryFolder();
  writeFileSync(join(home, "schema.json"), JSON.stringify(pluginSchema()));
  const env = { ...process.env, ...baseEnvironment(home, await pulumiFolder()) };
  const checked = await run("pulumi", ["schema", "check", "schema.json"], home, env);
  expect(checked).toMatchObject({ code: 0, text: "" });
});
