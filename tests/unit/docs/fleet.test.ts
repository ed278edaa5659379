import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import Ajv2020 from "ajv/dist/2020";
import ts from "typescript";
import { parse, parseAllDocuments } from "yaml";
import { blockWith } from "../../support/guides";
import { root } from "../../support/project";

// docs/fleet.md shows objects of other products. tests/fixtures/fleet/README.md names the sources of their schemas.

const page = "docs/fleet.md";

interface Schema {
  type?: string | string[];
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | false;
  items?: Schema;
}

const schemas = (name: string): Record<string, Schema> =>
  JSON.parse(readFileSync(join(root, "tests/fixtures/fleet", `${name}.json`), "utf8"));

/** A schema that refuses unknown fields, which Kubernetes and Pulumi Cloud would drop without an error. */
const closed = (schema: object): object =>
  JSON.parse(JSON.stringify(schema), (_, value) =>
    typeof value?.properties === "object" ? { additionalProperties: false, ...value } : value,
  );

/** The objections to a value, each with its path. */
function objections(file: string, name: string, value: unknown): string[] {
  const { $defs, ...types } = schemas(file);
  const schema = types[name];
  if (!schema) return [`${name} is not in the schemas`];
  const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile(
    closed({ ...schema, $defs }),
  );
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

describe("the objects for Kubernetes", () => {
  const objects = () =>
    parseAllDocuments(blockWith(page, "yaml", "kind: Stack"))
      .map((document) => document.toJS())
      .map((object) => ({ object, found: objections("kubernetes", object.kind, object) }));
  const [account, binding, stack] = objects().map(({ object }) => object);

  test("have only fields of their published schemas", () => {
    expect(objects().map(({ object, found }) => [object.kind, found])).toEqual([
      ["ServiceAccount", []],
      ["ClusterRoleBinding", []],
      ["Stack", []],
    ]);
  });

  test("are refused with an unknown field, which Kubernetes would drop without an error", () => {
    const changed = { ...stack, spec: { ...stack.spec, driftDetection: {} } };
    expect(objections("kubernetes", "Stack", changed)).toHaveLength(1);
  });

  test("name each other, and the secrets and keys that the page creates", () => {
    expect(stack.spec.serviceAccountName).toBe(account.metadata.name);
    expect(binding.subjects).toEqual([{ kind: "ServiceAccount", ...account.metadata }]);
    const commands = blockWith(page, "sh", "kubectl create secret").split("\n");
    for (const { secret } of Object.values<{ secret: { name: string; key: string } }>(
      stack.spec.envRefs,
    )) {
      const command = commands.find((line) => line.includes(` generic ${secret.name} `));
      expect(command).toContain(`--from-literal=${secret.key}=`);
    }
    const dockerfile = blockWith(page, "dockerfile", "FROM");
    expect(dockerfile).toContain(` ${stack.spec.workspaceTemplate.spec.local.dir} `);
  });
});

test("the program for Pulumi Deployments has only arguments of the published resources", () => {
  const found: [type: string, objections: string[]][] = [];
  const recorded = (type: string) =>
    class {
      constructor(_name: string, args: unknown) {
        found.push([type, objections("pulumiservice", type, args)]);
      }
    };
  const modules: Record<string, object> = {
    "@pulumi/pulumi": { getOrganization: () => "acme" },
    "@pulumi/pulumiservice": {
      DriftSchedule: recorded("DriftSchedule"),
      DeploymentSettings: recorded("DeploymentSettings"),
    },
  };
  const program = blockWith(page, "ts", "DriftSchedule");
  const code = ts.transpile(program, { module: ts.ModuleKind.CommonJS });
  new Function("require", "exports", code)((name: string) => modules[name], {});
  const ofStack = [
    ["DeploymentSettings", []],
    ["DriftSchedule", []],
  ];
  expect(found).toEqual([...ofStack, ...ofStack]);
});

test("the request for a drift schedule has the published form", () => {
  const [, body = ""] = /-d '(.*)'/.exec(blockWith(page, "sh", "drift/schedules")) ?? [];
  const name = "CreateScheduledDriftDeploymentRequest";

  expect(objections("pulumi-cloud", name, JSON.parse(body))).toEqual([]);
  expect(objections("pulumi-cloud", name, { cron: "0 0 * * *" })).toHaveLength(1);
});

test("the ESC environment sets variables that the provider reads", () => {
  const { values } = parse(blockWith(page, "yaml", "environmentVariables"));
  expect(Object.keys(values.environmentVariables)).toEqual([
    "AUTH0_DOMAIN",
    "AUTH0_CLIENT_ID",
    "AUTH0_CLIENT_SECRET",
  ]);
});
