import type { Schema } from "../../emulator/src/published/contract";

/** A schema of Auth0's contract, or of schema.json in Auth0's names. */
export type Node = Schema;

/** The rules of each value, by path and keyword. */
export type Facts = Record<string, Record<string, string>>;

/** The facts of each operation, by its method and path. */
export type Operations = Record<string, Facts>;

const limits = [
  ...["minLength", "maxLength", "pattern", "format", "minimum", "maximum"],
  ...["minItems", "maxItems", "uniqueItems"],
];

/** The properties whose value chooses the branch of a union. */
const tags = ["type", "method", "action"];

const valuesOf = (node: Node = {}) => (node.const === undefined ? node.enum : [node.const]);

/** The rules of every value in a schema. A branch of a union is named by its tag: `destination[webhook]`. */
export function factsOf(node: Node | undefined = {}, path: string, isRequired = false): Facts {
  if (node.oneOf) {
    return Object.assign({}, ...node.oneOf.map((branch) => factsOf(branch, path, isRequired)));
  }
  const tag = tags.find((name) => valuesOf(node.properties?.[name])) ?? "";
  const chosen = valuesOf(node.properties?.[tag]);
  if (!chosen) return objectFacts(node, path, isRequired);
  const branches = chosen.map((value) => {
    const properties = { ...node.properties, [tag]: { const: value } };
    return objectFacts({ ...node, properties }, `${path}[${value}]`);
  });
  return Object.assign({ [path]: requiredFact(isRequired) }, ...branches);
}

function objectFacts(node: Node, path: string, isRequired = false): Facts {
  const below = Object.entries(node.properties ?? {}).map(([key, child]) =>
    factsOf(child, `${path}.${key}`, node.required?.includes(key)),
  );
  const items = node.items ? factsOf(node.items, `${path}[]`) : {};
  return Object.assign(
    { [path]: { ...requiredFact(isRequired), ...rulesOf(node) } },
    items,
    ...below,
  );
}

const requiredFact = (isRequired: boolean): Record<string, string> =>
  isRequired ? { required: "true" } : {};

function rulesOf(node: Node): Record<string, string> {
  const values = valuesOf(node);
  // A list of values implies its type and its length.
  if (values) return { values: [...values].sort().join(", ") };
  const rules = limits.flatMap((name) => (name in node ? [[name, String(node[name])]] : []));
  const isOpen = String(node.additionalProperties ?? true);
  return {
    ...Object.fromEntries(rules),
    ...(node.type === undefined ? {} : { type: String(node.type) }),
    ...(node.properties && { additionalProperties: isOpen }),
  };
}

/** The facts of the parameters in a path or a query. */
export const parameterFacts = (place: string, { properties = {}, required }: Node): Facts =>
  Object.assign(
    { [place]: {} },
    ...Object.entries(properties).map(([key, node]) =>
      factsOf(node, `${place}.${key}`, place === "query" && required?.includes(key)),
    ),
  );

/** In a response, only names, types, and values count, because Auth0 keeps its own rules. */
export function responseFacts(node: Node, neverReturned: string[] = []): Facts {
  const entries = Object.entries(factsOf(node, "response"));
  const returned = entries.filter(
    ([path]) => !neverReturned.includes(path.split(".").at(-1) ?? ""),
  );
  return Object.fromEntries(
    returned.map(([path, { type, values }]) => [
      path,
      { ...(type !== undefined && { type }), ...(values !== undefined && { values }) },
    ]),
  );
}

/** The differences of one side from the contract, one line each, by collection such as `event-streams`. */
export function differences(contract: Operations, side: Operations): string[] {
  const onlyIn = (name: string, operations: Operations, others: Operations) =>
    Object.keys(operations)
      .filter((route) => !(route in others))
      .map((route) => `${route}: only in ${name}`);
  const facts = Object.entries(contract).flatMap(([route, theirs]) => {
    const ours = side[route];
    const lines = ours ? differencesOfFacts(theirs, ours) : [];
    return lines.map((line) => `${route.split("/")[1]} ${line}`);
  });
  const routes = [...onlyIn("the contract", contract, side), ...onlyIn("ours", side, contract)];
  return [...routes, ...new Set(facts)];
}

function differencesOfFacts(contract: Facts, side: Facts): string[] {
  // Parts that a side does not describe, such as the query, are not compared.
  const parts = new Set(Object.keys(side).map(partOf));
  const known = Object.keys(contract).filter((path) => parts.has(partOf(path)));
  const paths = [...new Set([...known, ...Object.keys(side)])];
  return paths.flatMap((path) => {
    const [theirs, ours] = [contract[path], side[path]];
    if (theirs && ours) return differencesOfRules(path, theirs, ours);
    const parent = path.replace(/[.[][^.[]*$/, "");
    const isBelow = parent !== path && !(parent in contract && parent in side);
    if (isBelow) return [];
    return theirs ? `${path}: only in the contract` : `${path}: only in ours${rulesText(ours)}`;
  });
}

const rulesText = (rules: Record<string, string> = {}) =>
  Object.entries(rules)
    .map(([keyword, rule]) => `, ${keyword} ${rule}`)
    .join("");

const partOf = (path: string) => path.split(/[.[]/)[0];

function differencesOfRules(
  path: string,
  contract: Record<string, string>,
  side: Record<string, string>,
): string[] {
  const keywords = [...new Set([...Object.keys(contract), ...Object.keys(side)])].sort();
  const hasValues = keywords.includes("values");
  return (
    keywords
      .filter((keyword) => contract[keyword] !== side[keyword])
      .filter((keyword) => keyword !== "type" || !hasValues)
      // An empty value makes no sense, even if the contract allows it.
      .filter((keyword) => !/^min/.test(keyword) || contract[keyword] || side[keyword] !== "1")
      .map(
        (keyword) =>
          `${path}: ${keyword} ${shown(contract[keyword], side[keyword])}, ours ${shown(side[keyword], contract[keyword])}`,
      )
  );
}

/** A rule's text. Of long lists, it has only what the other side lacks. */
function shown(rule: string | undefined, other: string | undefined): string {
  if (rule === undefined) return "none";
  const values = rule.split(", ");
  if (values.length < 4) return rule;
  if (other === undefined) return `${values.length} values`;
  return values.filter((value) => !other.split(", ").includes(value)).join(", ") || "none more";
}
