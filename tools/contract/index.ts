import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isObject, type Json, mapProps, objectsIn, type Props } from "../../provider/shared/json";

// `make contract oas=<file>` updates the contracts in a folder from the Management API's OpenAPI document.
// Each contract gets the operations at its own paths, and the schemas that these operations use.

const at = (value: Json | undefined, ...keys: string[]): Json | undefined =>
  keys.reduce<Json | undefined>((node, key) => (isObject(node) ? node[key] : undefined), value);
const bodyOf = (body: Json): Json => at(body, "content", "application/json", "schema") ?? {};

function operationOf(path: string, method: string, published: Props, schemas: Props): Props {
  const { security, parameters, requestBody, responses } = published;
  return {
    method: method.toUpperCase(),
    path,
    lifecycle: published["x-release-lifecycle"] ?? null,
    scopes: objectsIn(security).flatMap((one) => one.oAuth2ClientCredentials ?? []),
    parameters: objectsIn(parameters).map((one) => {
      const [, name = ""] = String(at(one, "schema", "$ref")).split("#/schemas/");
      return { ...one, schema: schemas[name] ?? one.schema ?? {} };
    }),
    ...(requestBody && { requestBody: bodyOf(requestBody) }),
    responses: mapProps(responses as Props, bodyOf),
  };
}

function usedBy(node: Json, schemas: Props, used: Props = {}): Props {
  for (const [, name = ""] of JSON.stringify(node).matchAll(/"#\/schemas\/(\w+)"/g)) {
    const schema = schemas[name] ?? null;
    if (!(name in used)) usedBy(schema, schemas, Object.assign(used, { [name]: schema }));
  }
  return used;
}

/** The keys in alphabetical order, without descriptions. The names of properties aren't keywords. */
function sorted(node: Json, areNames = false): Json {
  if (!isObject(node)) return Array.isArray(node) ? node.map((item) => sorted(item)) : node;
  const isText = /^(description|title|examples?|x-.*)$/;
  const keys = Object.keys(node).filter((key) => areNames || !isText.test(key));
  const one = (key: string) => sorted(node[key] ?? null, key === "properties" && !areNames);
  return Object.fromEntries(keys.sort().map((key) => [key, one(key)]));
}

const [folder = "", oas = ""] = process.argv.slice(2);
const text = readFileSync(oas, "utf8").replaceAll("#/components/schemas/", "#/schemas/");
const { paths, components }: Record<string, Props> = JSON.parse(text);
const schemas = components?.schemas as Props;
for (const file of readdirSync(folder).filter((name) => name.endsWith(".json"))) {
  const old = JSON.parse(readFileSync(join(folder, file), "utf8"));
  const own = new Set<string>(old.operations.map(({ path }: Props) => path));
  const operations = [...own].sort().flatMap((path) =>
    ["delete", "get", "patch", "post", "put"].flatMap((method) => {
      const published = at(paths, path, method);
      return isObject(published) ? operationOf(path, method, published, schemas) : [];
    }),
  );
  const contract = sorted({ operations, schemas: usedBy(operations, schemas) }) as Props;
  writeFileSync(join(folder, file), JSON.stringify({ source: old.source, ...contract }, null, 2));
}
