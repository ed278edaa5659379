import type { Operation } from "../../provider/api/operation";
import { deliveriesFunction } from "../../provider/functions/deliveries";
import * as definitions from "../../provider/resources";
import type { ResourceDefinition } from "../../provider/resources/definition";
import { list } from "../../provider/schema/wording";
import { pluginPackage, pluginTypeToken, typeToken } from "../../provider/stateContract";
import packageSchema from "../../schema.json";
import { code, generated, table } from "./markdown";
import { nameInGo, nameInPython, namesPage } from "./names";
import type { SchemaNode } from "./schemaNode";

const types = packageSchema.types as Record<string, SchemaNode>;
const nameOf = (token: string) => token.slice(token.lastIndexOf(":") + 1);
const tokenOf = ($ref: string) => $ref.replace("#/types/", "");
const anchor = (name: string) => `[${name}](#${name.toLowerCase()})`;

function typeText(node: SchemaNode): string {
  if (node.$ref === "pulumi.json#/Any") return "any";
  if (node.$ref) return anchor(nameOf(node.$ref));
  if (node.oneOf) return node.oneOf.map(typeText).join(" or ");
  if (node.items) return `list of ${typeText(node.items)}`;
  if (node.const !== undefined) return `\`"${node.const}"\``;
  if (node.format === "date-time") return "string, in TypeScript also `Date`";
  return node.type === "integer" ? "whole number" : (node.type ?? "any");
}

const targetOf = (node: SchemaNode): SchemaNode => ({
  ...(node.$ref ? types[tokenOf(node.$ref)] : {}),
  ...node,
});

function childrenOf(node: SchemaNode): SchemaNode[] {
  const { items, oneOf = [], properties = {} } = targetOf(node);
  return [...(items ? [items] : []), ...oneOf, ...Object.values(properties)];
}

/** Whether some change of this property, or of one below it, replaces the object. */
const mayReplace = (node: SchemaNode): boolean =>
  targetOf(node).replaceOnChanges === true || childrenOf(node).some(mayReplace);

/** What a change does to the object. `inReplaced`: a property above replaces it on any change. */
function changeEffect(node: SchemaNode, inReplaced: boolean): string {
  if (inReplaced || targetOf(node).replaceOnChanges) return "replaces";
  return mayReplace(node) ? "in place, or replaces: see its type" : "in place";
}

/** Table rows of inputs; with `showChange` also what a change does. */
function inputRows(
  properties: Record<string, SchemaNode>,
  required: string[],
  showChange: boolean,
  inReplaced = false,
): string[][] {
  return Object.entries(properties).map(([key, node]) => {
    const marks = [
      required.includes(key) ? "required" : "optional",
      ...(node.secret ? ["secret"] : []),
    ].join(", ");
    const cells = [code(key), typeText(node), marks, node.description ?? ""];
    const change = showChange ? [changeEffect(node, inReplaced)] : [];
    return [...cells, ...change, otherNames(key)];
  });
}

/** The name in Python, and below it that in Go and C#: one column keeps the table narrow. */
const otherNames = (key: string) => `${code(nameInPython(key))}<br>${code(nameInGo(key))}`;
const otherNamesHead = "in Python<br>in Go, C#";

const inputHead = ["property", "type", "", "meaning", otherNamesHead];
/** Of inputs that are sent to the service, whose names are those of Python. */
const changeHead = ["property", "type", "", "meaning", "a change", "in Python, API<br>in Go, C#"];

const outputTable = (properties: Record<string, SchemaNode>) =>
  table(
    ["property", "type", "meaning", otherNamesHead],
    Object.entries(properties).map(([key, node]) => [
      code(key),
      typeText(node),
      `${node.description ?? ""}${node.secret ? " Secret." : ""}`,
      otherNames(key),
    ]),
  );

/**
 * The tokens of all types that properties refer to, in the order of their appearance. The value says
 * whether a property above replaces the object on any change.
 */
function referencedTypes(properties: Record<string, SchemaNode>): Map<string, boolean> {
  const found = new Map<string, boolean>();
  const visit = (node: SchemaNode, inReplaced: boolean): void => {
    const replaces = inReplaced || targetOf(node).replaceOnChanges === true;
    if (node.$ref?.startsWith("#/types/")) {
      const token = tokenOf(node.$ref);
      if (found.has(token)) return;
      found.set(token, replaces);
    }
    for (const child of childrenOf(node)) visit(child, replaces);
  };
  for (const node of Object.values(properties)) visit(node, false);
  return found;
}

function typeSections(properties: Record<string, SchemaNode>, showChange: boolean): string {
  const sections = [...referencedTypes(properties)].map(([token, inReplaced]) => {
    const { description = "", enum: values, ...type } = types[token] ?? {};
    const body = values ? valueList(values) : typeTable(type, showChange, inReplaced);
    return `### ${nameOf(token)}\n\n${description}\n\n${body}\n`;
  });
  return sections.length > 0 ? `## Types\n\n${sections.join("\n")}` : "";
}

function typeTable(
  { properties = {}, required = [] }: SchemaNode,
  showChange: boolean,
  inReplaced: boolean,
) {
  const head = showChange ? changeHead : inputHead;
  return table(head, inputRows(properties, required, showChange, inReplaced));
}

const valueList = (values: { value: string; description?: string }[]) =>
  values
    .map(({ value, description }) => `- \`${value}\`${description ? `: ${description}` : ""}`)
    .join("\n");

function operationRows(definition: ResourceDefinition): string[][] {
  return (["create", "read", "update", "delete"] as const).map((name) => {
    const operation: Operation | string = definition[name];
    return typeof operation === "string"
      ? [name, "none", `${operation}`]
      : [name, `\`${operation.route}\``, `\`${operation.scope}\``];
  });
}

/** What to do if the service refuses a request because of another object or a rule of its own. */
function refusals({ naturalKey, onRefusal = {} }: ResourceDefinition): string {
  const rows = [
    ...(naturalKey ? [`- ${conflict(naturalKey)}`] : []),
    ...Object.entries(onRefusal).map(
      ([key, text]) => `- The service refuses a change of \`${key}\`: ${text}.`,
    ),
  ];
  return rows.length > 0 ? `## When the service refuses\n\n${rows.join("\n")}\n` : "";
}

const conflict = (naturalKey: string[]) =>
  `The service refuses a create with 409: the message names the object with the same ${list(naturalKey.map(code), "and")}, and the command that [adopts](adopt.md) it. If the new object replaces that object, set the option \`deleteBeforeReplace: true\`.`;

function resourcePage(definition: ResourceDefinition): string {
  const { name } = definition;
  const resource = packageSchema.resources[
    `auth0-native:index:${name}` as keyof typeof packageSchema.resources
  ] as unknown as SchemaNode & {
    inputProperties: Record<string, SchemaNode>;
    requiredInputs: string[];
  };
  const { inputProperties, requiredInputs, properties = {} } = resource;
  const id = { type: "string", description: idDescription(definition) };
  const operationHead = ["operation", "request", "permission"];
  return [
    `${generated}\n# ${name}\n\n${resource.description}\n`,
    `[Type](names.md#type-tokens) ${code(pluginTypeToken(name))}, as a dynamic resource ${code(typeToken(name))}.\n`,
    `## Inputs\n\n${table(changeHead, inputRows(inputProperties, requiredInputs, true))}\n`,
    `## Outputs\n\nEvery input, and:\n\n${outputTable({ id, ...properties })}\n`,
    `## Requests and permissions\n\n${table(operationHead, operationRows(definition))}\n`,
    refusals(definition),
    typeSections(inputProperties, true),
  ]
    .filter(Boolean)
    .join("\n");
}

function idDescription({ fixedId, idLength }: ResourceDefinition): string {
  if (fixedId) return `Always \`${fixedId}\`, because a tenant has only one.`;
  if (!idLength) return "Set by the service.";
  const length = idLength.min === idLength.max ? `${idLength.max}` : `at most ${idLength.max}`;
  return `Set by the service: ${length} characters.`;
}

function functionPage(): string {
  const { name, operation } = deliveriesFunction;
  const { description, inputs, outputs } =
    packageSchema.functions[`auth0-native:index:${name}` as keyof typeof packageSchema.functions];
  const argumentProperties = inputs.properties as Record<string, SchemaNode>;
  const resultProperties = outputs.properties as Record<string, SchemaNode>;
  return [
    `${generated}\n# ${name}\n\n${description}\n`,
    `In TypeScript, \`getDeliveries\` returns a Promise, \`getDeliveriesOutput\` takes and returns Outputs, \`deliveryPages\` returns one page after another. Other languages: [names](names.md#packages).\n`,
    `## Arguments\n\n${table(inputHead, inputRows(argumentProperties, inputs.required, false))}\n`,
    `## Result\n\n${outputTable(resultProperties)}\n`,
    `## Request and permission\n\n\`${operation.route}\` with \`${operation.scope}\`, once for each page.\n`,
    typeSections({ ...argumentProperties, ...resultProperties }, false),
  ].join("\n");
}

function providerPage(): string {
  const { config, provider } = packageSchema;
  const rows = Object.entries(config.variables).map(([key, node]) => [
    code(`auth0:${key}`),
    code(`${pluginPackage}:${key}`),
    node.defaultInfo.environment.map(code).join(", "),
    `${node.description}${"secret" in node ? " Secret." : ""}`,
  ]);
  return [
    `${generated}\n# Configuration and Provider\n\n## Configuration\n`,
    `${table(["dynamic resources", "plugin", "environment", "meaning"], rows)}\n`,
    `## Provider\n\n${provider.description}\n`,
    `An input has the name of its configuration variable: \`clientId\`, in Python ${code(nameInPython("clientId"))}, in Go and C# ${code(nameInGo("clientId"))}. One input is not a variable:\n`,
    `${table(inputHead, inputRows(provider.inputProperties as Record<string, SchemaNode>, [], false))}\n`,
  ].join("\n");
}

/** The pages of the reference, by their path below docs/. */
export function docs(): Record<string, string> {
  const pages = Object.values(definitions).map(
    (definition) => [`${definition.name}.md`, resourcePage(definition)] as const,
  );
  return {
    ...Object.fromEntries(pages),
    [`${deliveriesFunction.name}.md`]: functionPage(),
    "Provider.md": providerPage(),
    "names.md": namesPage(),
  };
}
