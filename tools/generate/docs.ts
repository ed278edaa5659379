import type { Operation } from "../../provider/api/operation";
import { deliveriesFunction } from "../../provider/functions/deliveries";
import * as definitions from "../../provider/resources";
import type { ResourceDefinition } from "../../provider/resources/definition";
import { wireName } from "../../provider/schema/codec";
import packageSchema from "../../schema.json";

/** A property or a type as schema.json has it, references and all. */
interface Node {
  type?: string;
  $ref?: string;
  description?: string;
  properties?: Record<string, Node>;
  required?: string[];
  items?: Node;
  oneOf?: Node[];
  discriminator?: { propertyName: string };
  const?: string;
  enum?: { value: string; description?: string }[];
  default?: unknown;
  secret?: boolean;
  writeOnly?: boolean;
  replaceOnChanges?: boolean;
}

const types = packageSchema.types as Record<string, Node>;
const nameOf = (token: string) => token.slice(token.lastIndexOf(":") + 1);
const tokenOf = ($ref: string) => $ref.replace("#/types/", "");
const generated = "<!-- Generated from schema.json by `npm run generate`; do not edit. -->\n";

const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const anchor = (name: string) => `[${name}](#${name.toLowerCase()})`;

function typeText(node: Node): string {
  if (node.$ref === "pulumi.json#/Any") return "any";
  if (node.$ref) return anchor(nameOf(node.$ref));
  if (node.oneOf) return node.oneOf.map(typeText).join(" or ");
  if (node.items) return `list of ${typeText(node.items)}`;
  if (node.const !== undefined) return `\`"${node.const}"\``;
  return node.type === "integer" ? "whole number" : (node.type ?? "any");
}

const targetOf = (node: Node): Node => ({
  ...(node.$ref ? types[tokenOf(node.$ref)] : {}),
  ...node,
});

function below(node: Node): Node[] {
  const { items, oneOf = [], properties = {} } = targetOf(node);
  return [...(items ? [items] : []), ...oneOf, ...Object.values(properties)];
}

/** Whether some change of it replaces the object. */
const mayReplace = (node: Node): boolean =>
  targetOf(node).replaceOnChanges === true || below(node).some(mayReplace);

function onChange(node: Node, within: boolean): string {
  if (within || targetOf(node).replaceOnChanges) return "replaces";
  return mayReplace(node) ? "in place, or replaces: see its type" : "in place";
}

/** The rows of inputs: what is required comes by its word, what is secret by its mark. */
function inputRows(
  properties: Record<string, Node>,
  required: string[],
  change: boolean,
  within = false,
) {
  return Object.entries(properties).map(([key, node]) => {
    const marks = [
      required.includes(key) ? "required" : "optional",
      ...(node.secret ? ["secret"] : []),
    ].join(", ");
    const cells = [`\`${key}\``, typeText(node), marks, node.description ?? ""];
    return change ? [...cells, onChange(node, within), `\`${wireName(key)}\``] : cells;
  });
}

const inputHead = ["property", "type", "", "meaning"];
const changeHead = [...inputHead, "a change", "on the wire"];

const outputTable = (properties: Record<string, Node>) =>
  table(
    ["property", "type", "meaning"],
    Object.entries(properties).map(([key, node]) => [
      `\`${key}\``,
      typeText(node),
      `${node.description ?? ""}${node.secret ? " Secret." : ""}`,
    ]),
  );

/** The types that properties lead to, in the order of reading; whether they stand where all replaces. */
function typesBelow(properties: Record<string, Node>): Map<string, boolean> {
  const found = new Map<string, boolean>();
  const visit = (node: Node, within: boolean): void => {
    const replaces = within || targetOf(node).replaceOnChanges === true;
    if (node.$ref?.startsWith("#/types/")) {
      const token = tokenOf(node.$ref);
      if (found.has(token)) return;
      found.set(token, replaces);
    }
    for (const next of below(node)) visit(next, replaces);
  };
  for (const node of Object.values(properties)) visit(node, false);
  return found;
}

function typeSections(properties: Record<string, Node>, change: boolean): string {
  const sections = [...typesBelow(properties)].map(([token, within]) => {
    const { description = "", enum: values, ...type } = types[token] ?? {};
    const body = values
      ? values.map(({ value, description: text }) => `- \`${value}\`${text ? `: ${text}` : ""}`)
      : [
          table(
            change ? changeHead : inputHead,
            inputRows(type.properties ?? {}, type.required ?? [], change, within),
          ),
        ];
    return `### ${nameOf(token)}\n\n${description}\n\n${body.join("\n")}\n`;
  });
  return sections.length > 0 ? `## Types\n\n${sections.join("\n")}` : "";
}

function operationRows(definition: ResourceDefinition): string[][] {
  return (["create", "read", "update", "delete"] as const).map((name) => {
    const operation: Operation | string = definition[name];
    return typeof operation === "string"
      ? [name, "none", `${operation}`]
      : [name, `\`${operation.route}\``, `\`${operation.scope}\``];
  });
}

/** What the definitions tell a user when the service refuses. */
function refusals({ onConflict, onRefusal = {} }: ResourceDefinition): string {
  const rows = [
    ...(onConflict ? [`- The service answers 409: ${onConflict}.`] : []),
    ...Object.entries(onRefusal).map(
      ([key, text]) => `- It refuses a change of \`${key}\`: ${text}.`,
    ),
  ];
  return rows.length > 0 ? `## When the service refuses\n\n${rows.join("\n")}\n` : "";
}

function resourcePage(definition: ResourceDefinition): string {
  const { name, fixedId, idLength } = definition;
  const resource = packageSchema.resources[
    `auth0-native:index:${name}` as keyof typeof packageSchema.resources
  ] as unknown as Node & { inputProperties: Record<string, Node>; requiredInputs: string[] };
  const { inputProperties, requiredInputs, properties = {} } = resource;
  const length =
    idLength && (idLength.min === idLength.max ? `${idLength.max}` : `at most ${idLength.max}`);
  return [
    `${generated}\n# ${name}\n\n${resource.description}\n`,
    `## Inputs\n\n${table(changeHead, inputRows(inputProperties, requiredInputs, true))}\n`,
    `## Outputs\n\nEvery input, and:\n\n${outputTable({
      id: {
        type: "string",
        description: fixedId
          ? `Always \`${fixedId}\`, since a tenant has one.`
          : `Given by the service: ${length} characters.`,
      },
      ...properties,
    })}\n`,
    `## Requests and permissions\n\n${table(["operation", "request", "permission"], operationRows(definition))}\n`,
    refusals(definition),
    typeSections(inputProperties, true),
  ]
    .filter(Boolean)
    .join("\n");
}

function functionPage(): string {
  const { name, operation } = deliveriesFunction;
  const { description, inputs, outputs } =
    packageSchema.functions[`auth0-native:index:${name}` as keyof typeof packageSchema.functions];
  const given = inputs.properties as Record<string, Node>;
  const result = outputs.properties as Record<string, Node>;
  return [
    `${generated}\n# ${name}\n\n${description}\n`,
    `\`getDeliveries\` gives a Promise, \`getDeliveriesOutput\` takes and gives Outputs, \`deliveryPages\` goes page by page.\n`,
    `## Arguments\n\n${table(inputHead, inputRows(given, inputs.required, false))}\n`,
    `## Result\n\n${outputTable(result)}\n`,
    `## Request and permission\n\n\`${operation.route}\` with \`${operation.scope}\`, once for each page.\n`,
    typeSections({ ...given, ...result }, false),
  ].join("\n");
}

function providerPage(): string {
  const { config, provider } = packageSchema;
  const rows = Object.entries(config.variables).map(([key, node]) => [
    `\`auth0:${key}\``,
    node.defaultInfo.environment.map((name) => `\`${name}\``).join(", "),
    `${node.description}${"secret" in node ? " Secret." : ""}`,
  ]);
  return [
    `${generated}\n# Configuration and Provider\n\n## Configuration\n`,
    `${table(["stack configuration", "environment", "meaning"], rows)}\n`,
    `## Provider\n\n${provider.description}\n`,
    `${table(inputHead, inputRows(provider.inputProperties as Record<string, Node>, [], false))}\n`,
  ].join("\n");
}

/** The reference, by path below docs/. */
export function docs(): Record<string, string> {
  const pages = Object.values(definitions).map(
    (it) => [`${it.name}.md`, resourcePage(it)] as const,
  );
  return {
    ...Object.fromEntries(pages),
    [`${deliveriesFunction.name}.md`]: functionPage(),
    "Provider.md": providerPage(),
  };
}
