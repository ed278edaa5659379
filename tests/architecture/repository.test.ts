import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { parse } from "yaml";
import { nodeVersion } from "../../tools/plugin/nodeBinary";
import { OLDEST_GO, PULUMI } from "../../tools/pulumiBin/versions";
import { readPage as read } from "../support/guides";
import { filesIn, root } from "../support/project";

test("the devcontainer has the versions of the tests and releases, from features with a full version", () => {
  const { features } = JSON.parse(read(".devcontainer/devcontainer.json"));
  const versions = Object.entries<{ version: string }>(features).map(([name, { version }]) => [
    /^ghcr\.io\/[\w-]+\/features\/(\w+):\d+\.\d+\.\d+$/.exec(name)?.[1],
    version,
  ]);
  expect(Object.fromEntries(versions)).toEqual({
    node: nodeVersion.split(".")[0],
    go: OLDEST_GO,
    python: "os-provided",
    pulumi: PULUMI,
  });
});

test("dependabot.yml names every folder of tools/ with a Go module but the one that cannot be updated", () => {
  const { updates } = parse(read(".github/dependabot.yml"));
  const { directories } = updates.find(
    (update: { "package-ecosystem": string }) => update["package-ecosystem"] === "gomod",
  );
  const modules = filesIn(join(root, "tools"))
    .filter((name) => name.endsWith("/go.mod"))
    .map((name) => `/tools/${name.replace("/go.mod", "")}`);
  const old = "/tools/pulumi-language-nodejs";
  expect([...directories, old].sort()).toEqual(modules.sort());
});
