import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import Ajv2020 from "ajv/dist/2020";
import ts from "typescript";
import { parseAllDocuments } from "yaml";
import { blockWith } from "../../support/guides";
import { root } from "../../support/project";

// These examples show objects of other products. tests/fixtures/fleet/README.md names the sources of their schemas.

const deployments = "examples/pulumi-deployments/README.md";
const operator = "examples/kubernetes-operator/README.md";

const schemas = (name: string): Record<string, object> =>
  JSON.parse(readFileSync(join(root, "tests/fixtures/fleet", `${name}.json`), "utf8"));

/** Makes a schema reject unknown fields, which Kubernetes and Pulumi Cloud would drop silently. */
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

test("the objects for Kubernetes have only fields of their published schemas", () => {
  const documents = parseAllDocuments(blockWith(operator, "yaml", "kind: Stack"));
  const objects = documents.map((document) => document.toJS());
  expect(objects).toHaveLength(3);
  for (const object of objects) expect(objections("kubernetes", object.kind, object)).toEqual([]);
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
  const program = blockWith(deployments, "ts", "DriftSchedule");
  const code = ts.transpile(program, { module: ts.ModuleKind.CommonJS });
  new Function("require", "exports", code)((name: string) => modules[name], {});
  expect(found.length).toBeGreaterThan(1);
  for (const [type, rejected] of found) expect([type, rejected]).toEqual([type, []]);
});

test("the request for a drift schedule has the published form", () => {
  const [, body = ""] = /-d '(.*)'/.exec(blockWith(deployments, "sh", "drift/schedules")) ?? [];
  const name = "CreateScheduledDriftDeploymentRequest";
  expect(objections("pulumi-cloud", name, JSON.parse(body))).toEqual([]);
});
