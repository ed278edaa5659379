import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { operations, schemas } from "../../../emulator/src/contract/rate-limit-policies.json";
import { compare, readContract } from "../../../tools/contract/compare";
import { removeTemporaryFolders, root, temporaryFolder } from "../../support/project";

afterAll(removeTemporaryFolders);

const folder = "emulator/src/contract";
const contract = readContract(join(root, folder));
const json = "application/json";
const content = (schema: object) => ({ content: { [json]: { schema } } });

/** An OpenAPI document of the recorded contract, with what such documents have besides. */
function openApiDocument() {
  const paths: Record<string, Record<string, object>> = {
    "/clients": { get: { security: [], responses: {} } },
  };
  for (const { method, path, scopes, lifecycle, responses, ...one } of contract.operations) {
    const operation = {
      ...one,
      summary: "An operation",
      "x-release-lifecycle": lifecycle,
      security: [{ bearerAuth: [] }, { oAuth2ClientCredentials: scopes }],
      ...(one.requestBody && { requestBody: content(one.requestBody) }),
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, schema = {}]) => [
          status,
          { description: "A response", ...(Object.keys(schema).length > 0 && content(schema)) },
        ]),
      ),
    };
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  }
  const schemas = JSON.parse(
    JSON.stringify({ ...contract.schemas, Client: { type: "object" } }),
    (key, value) => (key === "type" || typeof value !== "object" ? value : withText(value)),
  );
  const document = { openapi: "3.1.0", paths, components: { schemas } };
  return JSON.parse(JSON.stringify(document).replaceAll("#/schemas/", "#/components/schemas/"));
}

/** A schema with a description; objects that are no schema have no type. */
const withText = (value: { type?: unknown }) =>
  typeof value.type !== "string" ? value : { ...value, description: "A text", "x-order": 1 };

test("a document of the recorded contract has no difference, whatever else it contains", () => {
  expect(compare(contract, openApiDocument())).toEqual([]);
});

test("each change of what is used is one line", () => {
  const document = openApiDocument();
  const { paths, components } = document;
  paths["/event-streams"].get.security[1].oAuth2ClientCredentials = ["read:streams"];
  paths["/event-streams"].get.parameters[1].schema.maximum = 50;
  paths["/event-streams"].get.parameters.reverse();
  paths["/event-streams/{id}/stats"] = { get: { responses: {} } };
  delete paths["/rate-limit-policies/{id}"].delete;
  delete components.schemas.EventStreamDeliveryAttempt.properties.duration;
  components.schemas.EventStreamWebhookBasicAuth.properties.username.maxLength = 64;
  components.schemas.EventStreamStatusEnum.enum.push("paused");
  components.schemas.EventStreamSubscription.required = ["event_type"];
  expect(compare(contract, document)).toEqual([
    "operations › DELETE /rate-limit-policies/{id}: removed",
    "operations › GET /event-streams › parameters › query take › schema › maximum: 100 became 50",
    'operations › GET /event-streams › scopes: without "read:event_streams"',
    'operations › GET /event-streams › scopes: with "read:streams"',
    "operations › GET /event-streams/{id}/stats: added",
    "schemas › EventStreamDeliveryAttempt › properties › duration: removed",
    'schemas › EventStreamStatusEnum › enum: with "paused"',
    'schemas › EventStreamSubscription › required: added ["event_type"]',
    "schemas › EventStreamWebhookBasicAuth › properties › username › maxLength: 128 became 64",
  ]);
});

test("the command prints the differences, and exits with 1 if there are some, or prints the contract of a path", () => {
  const document = openApiDocument();
  const run = (path = "") => {
    const file = join(temporaryFolder(), "oas.json");
    writeFileSync(file, JSON.stringify(document));
    const args = ["--import", "tsx", "tools/contract/index.ts", folder, file, path];
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
    return { status, stdout };
  };
  expect(run()).toEqual({ status: 0, stdout: "" });
  document.components.schemas.EventStreamStatusEnum.enum.pop();
  expect(run()).toEqual({
    status: 1,
    stdout: 'schemas › EventStreamStatusEnum › enum: without "disabled"\n',
  });
  const { source: _, ...policies } = JSON.parse(run("/rate-limit-policies").stdout);
  expect(policies).toEqual({ operations: expect.arrayContaining(operations), schemas });
});
