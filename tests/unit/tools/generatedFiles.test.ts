import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import "../../support/addedResource";
import { docs } from "../../../tools/generate/docs";
import { guides } from "../../../tools/generate/guides";
import { sdkTypes } from "../../../tools/generate/sdkTypes";
import {
  copyOfRepository,
  exitAndOutput,
  generate,
  removeTemporaryFolders,
  run,
} from "../../support/project";

afterAll(removeTemporaryFolders);

test("a resource's types, its reference page, and its permissions in guides are generated", () => {
  expect(sdkTypes()).toContain("interface TokenExchangeProfileArgs");
  expect(docs()["TokenExchangeProfile.md"]).toContain("## Requests and permissions");
  const { "docs/_index.md": index, "docs/reference/configuration.md": configuration } = guides();
  expect(index).not.toContain("TokenExchangeProfile");
  expect(configuration).toContain("| TokenExchangeProfile | `create:");
});

test("an outdated generated file is named, and the check fails", async () => {
  const copy = copyOfRepository();
  appendFileSync(join(copy, "sdk", "generated.ts"), "// changed by hand\n");
  const output = exitAndOutput(await run(process.execPath, [...generate, "--check"], copy));
  expect(output).toBe(
    "exit code 1\nsdk/generated.ts isn't current. Run `npm run generate`, and commit the file.\n",
  );
});
