import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { forgetCommands } from "../../cli/import/official/forgetCommands";
import { readPulumiState } from "../../cli/import/official/readPulumiState";
import { baseEnvironment, pulumiFolder } from "../support/engine/environment";
import { fixture, pulumiFixture } from "../support/officialStates";

let folder: string;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "pulumi-auth0-native-"));
  mkdirSync(join(folder, "state"));
  writeFileSync(join(folder, "Pulumi.yaml"), "name: official\nruntime: nodejs\n");
  const base = baseEnvironment(folder, await pulumiFolder());
  env = { ...process.env, ...base, PULUMI_CONFIG_PASSPHRASE: "fixture" };
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (command: string) =>
  execFileSync("sh", ["-ec", command], { cwd: folder, env, stdio: ["ignore", "pipe", "ignore"] });

interface Deployed {
  urn: string;
  [field: string]: unknown;
}

/** The fixture with a child, a dependency, a protected policy, a name of odd characters, and a client that stays. */
function entangled(): string {
  const state = JSON.parse(fixture(pulumiFixture));
  const resources: Deployed[] = state.deployment.resources;
  const named = (name: string) =>
    resources.find(({ urn }) => urn.endsWith(`::${name}`)) as Deployed;
  const { urn } = named("basic");
  Object.assign(named("bearer"), { dependencies: [urn] });
  const type = "auth0:index/eventStream:EventStream";
  const child = named("header").urn.replace(type, `${type}$${type}`);
  Object.assign(named("header"), { parent: urn, urn: child });
  Object.assign(named("log"), { protect: true });
  const odd = named("redirect").urn.replace(/redirect$/, "it's\n\u202e $(id) \\012 100%!");
  Object.assign(named("redirect"), { urn: odd });
  const client = { ...named("allow"), dependencies: [named("action").urn] };
  resources.push({
    ...client,
    urn: client.urn.replace(/auth0:.*/, "auth0:index/client:Client::spa"),
    type: "auth0:index/client:Client",
  });
  return JSON.stringify(state);
}

test("the printed commands make Pulumi forget every object on which nothing depends that stays", () => {
  const exported = entangled();
  writeFileSync(join(folder, "stack.json"), exported);
  run("pulumi stack init fixture && pulumi stack import --file stack.json --stack fixture");

  const state = readPulumiState(exported, "stack.json");
  const blocks = forgetCommands(
    state,
    state.objects.map(({ id }) => id),
  );
  const commands = blocks.flatMap((block) => ("code" in block ? block.code : []));
  expect(commands).toHaveLength(state.objects.length - 1);
  run(commands.join("\n"));

  const left = readPulumiState(run("pulumi stack export --show-secrets").toString(), "stack.json");
  expect(left.objects.map(({ name }) => name)).toEqual(["action"]);
});
