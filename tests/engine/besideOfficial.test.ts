import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import ts from "typescript";
import { firebaseCredentials } from "../support/engine/quickstart";
import { codeBlocks, readPage } from "../support/guides";
import { npmPackage } from "../support/install/downloads";
import { linkFolder } from "../support/install/linkedFolder";
import { mustRun, removeTemporaryFolders, root, temporaryFolder } from "../support/project";
import { compile, optionsOf, quickstart } from "../types/compile";

// examples/beside-official, with Auth0's official package from the registry.

const example = "examples/beside-official/index.ts";

afterAll(removeTemporaryFolders);

/** A folder with the example and both packages, which share one copy of Pulumi's SDK as in a user's project. */
async function projectFolder(): Promise<string> {
  const folder = temporaryFolder();
  const modules = join(folder, "node_modules");
  mkdirSync(join(modules, "@pulumi"), { recursive: true });
  for (const name of ["@pulumi/pulumi", "@types", "pulumi-auth0-native"]) {
    symlinkSync(join(root, "node_modules", name), join(modules, name));
  }
  linkFolder(
    await npmPackage("@pulumi/auth0", "3.49.0", "pulumi-auth0"),
    join(modules, "@pulumi", "auth0"),
  );
  cpSync(join(root, example), join(folder, "index.ts"));
  return folder;
}

/** Prints what the program registers. Ids are unknown in a preview, and known here. */
const underMocks = `
  const pulumi = require("@pulumi/pulumi");
  pulumi.runtime.setAllConfig({ "project:firebase": ${JSON.stringify(firebaseCredentials)} });
  const registered = {};
  const newResource = ({ type, name, inputs }) => {
    registered[type] = inputs;
    return { id: name + "-id", state: { ...inputs, clientId: "shop-client" } };
  };
  (async () => {
    await pulumi.runtime.setMocks({ newResource, call: () => ({}) });
    require("./index.ts");
    await pulumi.runtime.disconnect();
    console.log(JSON.stringify(registered));
  })();
`;

test("the example compiles, and ids of the official provider's objects reach this package's", async () => {
  const folder = await projectFolder();
  const program = join(folder, "index.ts");
  expect(compile(ts, [program], optionsOf(ts, quickstart, folder)).errors).toEqual({});
  writeFileSync(join(folder, "mocks.cjs"), underMocks);
  const tsx = join(root, "node_modules", "tsx", "dist", "cli.mjs");
  const { stdout } = await mustRun(process.execPath, [tsx, "mocks.cjs"], folder);
  const registered = JSON.parse(stdout);
  const named = (name: string) =>
    Object.entries<object>(registered).find(([type]) => type.endsWith(`:${name}`))?.[1];
  expect(named("EventStream")).toMatchObject({
    destination: { type: "action", configuration: { actionId: "sync-users-id" } },
  });
  expect(named("RateLimitPolicy")).toMatchObject({ consumerSelector: "client_id:shop-client" });
  expect(named("GuardianFcmv1Provider")).toMatchObject({ serverCredentials: expect.anything() });
  // The official provider sends the legacy key of Firebase only with directFcm.
  expect(named("Guardian")).toMatchObject({ push: { enabled: true, provider: "direct" } });
  expect(named("Guardian")).not.toHaveProperty("push.directFcm");
});

test("docs/beside-official.md shows parts of the example", () => {
  const blocks = codeBlocks("docs/beside-official.md", "typescript");
  expect(blocks.length).toBeGreaterThan(0);
  for (const block of blocks) expect(readPage(example)).toContain(block);
});
