import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { pluginSchema } from "../../provider/adapters/plugin/pluginSchema";
import packageSchema from "../../schema.json";
import { pulumiBin } from "../../tools/pulumiBin";
import {
  type CommandResult,
  mustRun,
  removeTemporaryFolders,
  root,
  run,
  temporaryFolder,
} from "../support/project";

afterAll(removeTemporaryFolders);

interface Described {
  description?: string;
  properties?: Properties;
}

type Properties = Record<string, Described>;

const { config, provider, types, resources, functions } = packageSchema;

const nodes: [string, Described][] = Object.entries({
  ...types,
  ...resources,
  ...functions,
  provider,
});

/** Every property of the schema, by the token of the node that has it and its name. */
const properties: [string, Described][] = [
  ...named("config", config.variables),
  ...named("provider", provider.inputProperties),
  ...nodes.flatMap(([token, node]) => named(token, node.properties)),
  ...Object.entries(resources).flatMap(([token, resource]) =>
    named(token, resource.inputProperties),
  ),
  ...Object.entries(functions).flatMap(([token, { inputs, outputs }]) => [
    ...named(token, inputs.properties),
    ...named(token, outputs.properties),
  ]),
];

function named(token: string, set: Properties = {}): [string, Described][] {
  return Object.entries(set).map(([key, property]) => [`${token}.${key}`, property]);
}

async function schemaCheck(text: string): Promise<CommandResult> {
  const home = temporaryFolder();
  const { HOME } = process.env;
  const env = {
    ...(HOME && { HOME }),
    PATH: `${await pulumiBin()}:${process.env.PATH}`,
    PULUMI_HOME: home,
    PULUMI_SKIP_UPDATE_CHECK: "true",
  };
  writeFileSync(join(home, "schema.json"), text);
  return run("pulumi", ["schema", "check", "schema.json"], home, env);
}

describe("schema.json", () => {
  test("describes every type, resource, function, variable and property", () => {
    // Documentation and editors show descriptions, so each is a whole sentence.
    const isSentence = (text = "") => /^[A-Z`].{4,}[.]$/s.test(text);
    const undescribed = [...nodes, ...properties].filter(
      ([, { description }]) => !isSentence(description),
    );
    expect(properties.length).toBeGreaterThan(60);
    expect(undescribed.map(([name]) => name)).toEqual([]);
  });

  test("passes `pulumi schema check`, which refuses a reference to a missing type", async () => {
    const text = readFileSync(join(root, "schema.json"), "utf8");
    expect(await schemaCheck(text)).toMatchObject({ code: 0 });
    const broken = text.replaceAll(":EventKind", ":EventSort").replace(":EventSort", ":EventKind");
    expect(await schemaCheck(broken)).toMatchObject({
      code: 1,
      text: expect.stringContaining("EventSort not found"),
    });
  });

  test("is what the committed types and documentation are generated from", async () => {
    await mustRun("npm", ["run", "-s", "generate", "--", "--check"], root);
  });
});

test("the schema that the plugin publishes passes `pulumi schema check`", async () => {
  expect(await schemaCheck(JSON.stringify(pluginSchema()))).toMatchObject({ code: 0, text: "" });
});
