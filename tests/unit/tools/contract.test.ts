import { spawnSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import type { Contract } from "../../../emulator/src/published/contract";
import { removeTemporaryFolders, root, temporaryFolder } from "../../support/project";

const json = "application/json";
const content = (schema: object) => ({ content: { [json]: { schema } } });

/** An OpenAPI document of a contract, with the other parts of such documents. */
function openApiOf(contract: Contract) {
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

/** Adds a description to each schema. Objects that are not schemas have no type. */
const withText = (value: { type?: unknown }) =>
  typeof value.type !== "string" ? value : { ...value, description: "A text", "x-order": 1 };

afterAll(removeTemporaryFolders);

const published = join(root, "emulator", "src", "published");

/** Files by name, in the order of their keys. */
const filesIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => [name, JSON.stringify(JSON.parse(readFileSync(join(folder, name), "utf8")))]);

test("the extractor writes our part of a document, sorted, and so only its changes differ", () => {
  const folder = temporaryFolder();
  cpSync(published, folder, { recursive: true });
  const contracts = filesIn(folder).map(([, text = ""]) => JSON.parse(text));
  const document = openApiOf({
    operations: contracts.flatMap(({ operations }) => operations).reverse(),
    schemas: Object.assign({}, ...contracts.reverse().map(({ schemas }) => schemas)),
  });
  const file = join(temporaryFolder(), "oas.json");
  const extract = () => {
    writeFileSync(file, JSON.stringify(document));
    const args = ["--import", "tsx", "tools/contract/index.ts", folder, file];
    const { stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
    expect(stderr).toBe("");
  };
  extract();
  expect(filesIn(folder)).toEqual(filesIn(published));
  const { paths, components } = document;
  paths["/event-streams"].get.parameters[1].schema = { $ref: "#/components/schemas/Size" };
  components.schemas.Size = { maximum: 50, description: "A size" };
  delete paths["/rate-limit-policies/{id}"].delete;
  extract();
  const texts: Record<string, string> = Object.fromEntries(filesIn(folder));
  const [{ parameters }] = JSON.parse(texts["event-streams.json"] ?? "").operations;
  expect(parameters[1]).toEqual({
    in: "query",
    name: "take",
    required: false,
    schema: { maximum: 50 },
  });
  expect(texts["rate-limit-policies.json"]).not.toContain('"DELETE"');
});
