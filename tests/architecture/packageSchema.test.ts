import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import packageSchema from "../../schema.json";
import { pulumiBin } from "../../tools/pulumiBin";
import { mustRun, removeTemporaryFolders, root, run, temporaryFolder } from "../support/project";

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
    const home = temporaryFolder();
    const { HOME } = process.env;
    const env = {
      ...(HOME && { HOME }),
      PATH: `${await pulumiBin()}:${process.env.PATH}`,
      PULUMI_HOME: home,
      PULUMI_SKIP_UPDATE_CHECK: "true",
    };
    const check = (path: string) => run("pulumi", ["schema", "check", path], home, env);
    expect(await check(join(root, "schema.json"))).toMatchObject({ code: 0 });
    const broken = readFileSync(join(root, "schema.json"), "utf8").replaceAll(
      ":EventKind",
      ":EventSort",
    );
    writeFileSync(join(home, "schema.json"), broken.replace(":EventSort", ":EventKind"));
    expect(await check(join(home, "schema.json"))).toMatchObject({
      code: 1,
      text: expect.stringContaining("EventSort not found"),
    });
  });

  test("is what the committed types and documentation are generated from", async () => {
    await mustRun("npm", ["run", "-s", "generate", "--", "--check"], root);
  });
});
