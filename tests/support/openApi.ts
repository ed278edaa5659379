import type { Contract } from "../../emulator/src/published/contract";

const json = "application/json";
const content = (schema: object) => ({ content: { [json]: { schema } } });

/** An OpenAPI document of a contract, with the other parts of such documents. */
export function openApiOf(contract: Contract) {
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
