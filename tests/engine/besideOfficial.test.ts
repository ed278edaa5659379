import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import ts from "typescript";
import type { Props } from "../../provider/shared/json";
import { firebaseCredentials } from "../support/engine/quickstart";
import { codeBlocks, readPage } from "../support/guides";
import { npmPackage } from "../support/install/downloads";
import { linkFolder } from "../support/install/linkedFolder";
import { mustRun, removeTemporaryFolders, root, temporaryFolder } from "../support/project";
import { compile, optionsOf, quickstart } from "../types/compile";

// examples/beside-official and examples/applications, with Auth0's official package from the registry.

const example = "examples/beside-official/index.ts";
const applications = ["index.ts", "permissions.ts"].map((name) => `examples/applications/${name}`);
const programs = { example: [example], applications };

afterAll(removeTemporaryFolders);

/** A folder with the programs and both packages, which share one copy of Pulumi's SDK, as for a user. */
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
  for (const [name, sources] of Object.entries(programs))
    for (const source of sources) cpSync(join(root, source), join(folder, name, basename(source)));
  return folder;
}

/** Prints what each program registers and exports. Ids are unknown in a preview, and known here. */
const underMocks = `
  const pulumi = require("@pulumi/pulumi");
  const firebase = ${JSON.stringify(firebaseCredentials)};
  pulumi.runtime.setAllConfig({ "project:firebase": firebase, "auth0:domain": "a.auth0.com" });
  async function run(program) {
    const registered = {};
    const newResource = ({ type, name, inputs }) => {
      (registered[type] ??= []).push(inputs);
      const clientId = inputs.name + "-client";
      return { id: name + "-id", state: { clientId, ...inputs, clientSecret: "canary" } };
    };
    await pulumi.runtime.setMocks({ newResource, call: () => ({}) });
    const outputs = await pulumi.output(require("./" + program + "/index.ts")).promise();
    await pulumi.runtime.disconnect();
    return { outputs, registered };
  }
  (async () => {
    const ran = {};
    for (const name of ${JSON.stringify(Object.keys(programs))}) ran[name] = await run(name);
    console.log(JSON.stringify(ran));
  })();
`;

let ran: Record<keyof typeof programs, { outputs: Props; registered: Record<string, object[]> }>;

/** The resources of a type that a program registered. */
const registeredBy = (program: keyof typeof programs) => (name: string) =>
  Object.entries(ran[program].registered).find(([type]) => type.endsWith(`:${name}`))?.[1] ?? [];

test("the programs compile with both packages", async () => {
  const folder = await projectFolder();
  const files = Object.keys(programs).map((name) => join(folder, name, "index.ts"));
  expect(compile(ts, files, optionsOf(ts, quickstart, folder)).errors).toEqual({});
  writeFileSync(join(folder, "mocks.cjs"), underMocks);
  const tsx = join(root, "node_modules", "tsx", "dist", "cli.mjs");
  const { stdout } = await mustRun(process.execPath, [tsx, "mocks.cjs"], folder);
  ran = JSON.parse(stdout);
});

test("ids of the official provider's objects reach this package's", () => {
  const named = (name: string) => registeredBy("example")(name)[0];
  expect(named("EventStream")).toMatchObject({
    destination: { type: "action", configuration: { actionId: "sync-users-id" } },
  });
  expect(named("RateLimitPolicy")).toMatchObject({ consumerSelector: "client_id:shop-client" });
  expect(named("GuardianFcmv1Provider")).toMatchObject({ serverCredentials: expect.anything() });
  // The official provider sends the legacy key of Firebase only with directFcm.
  expect(named("Guardian")).toMatchObject({ push: { enabled: true, provider: "direct" } });
  expect(named("Guardian")).not.toHaveProperty("push.directFcm");
});

test("the applications have the guide's permissions, and their credentials the form of the script", () => {
  const named = registeredBy("applications");
  const { outputs } = ran.applications;
  const clientOf = (job: string) => `pulumi-auth0-native-${job}-client`;
  const guide = readPage("docs/pipelines.md");
  const listed = (job: string) =>
    new RegExp(`^- \\*\\*${job}:\\*\\* [^(]*\\(([^)]*)\\)`, "m").exec(guide)?.[1]?.split(", ");
  const grant = (job: string) => ({
    audience: "https://a.auth0.com/api/v2/",
    clientId: clientOf(job),
    scopes: listed(job),
  });
  expect(named("ClientGrant")).toHaveLength(2);
  expect(named("ClientGrant")).toEqual(expect.arrayContaining([grant("apply"), grant("drift")]));
  expect(named("Client")).toHaveLength(3);
  for (const job of ["preview", "apply", "drift"]) {
    expect(outputs[job]).toBe(`AUTH0_CLIENT_ID=${clientOf(job)}\nAUTH0_CLIENT_SECRET=canary`);
  }
});

test("docs/beside-official.md shows parts of the example", () => {
  const blocks = codeBlocks("docs/beside-official.md", "typescript");
  expect(blocks.length).toBeGreaterThan(0);
  for (const block of blocks) expect(readPage(example)).toContain(block);
});
