import { schemaWithLookups } from "../../provider/lookups/lookups";
import { nameOf, type SchemaNode } from "../../provider/schema/rawSchema";
import { code, table } from "./markdown";
import { nameInGo, nameInPython } from "./names";

export interface PageStyle {
  /** Whether a column says what changing an input does. */
  showChanges?: boolean;
  /** By token, the section of another page that describes a type, which this page only links. */
  described?: Map<string, string>;
}

const types: Record<string, SchemaNode> = schemaWithLookups.types;
const tokenOf = ($ref: string) => $ref.replace("#/types/", "");

function link($ref: string, { described }: PageStyle): string {
  const name = nameOf($ref);
  return `[${name}](${described?.get(tokenOf($ref)) ?? `#${name.toLowerCase()}`})`;
}

function typeText(node: SchemaNode, style: PageStyle): string {
  if (node.$ref === "pulumi.json#/Any") return "any";
  if (node.$ref) return link(node.$ref, style);
  if (node.oneOf) return node.oneOf.map((one) => typeText(one, style)).join(" or ");
  if (node.items) return `list of ${typeText(node.items, style)}`;
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

/** Whether a change of this property or of one below it can replace the object. */
const mayReplace = (node: SchemaNode): boolean =>
  targetOf(node).replaceOnChanges === true || childrenOf(node).some(mayReplace);

/** What a change does to the object. With `inReplaced`, a property above replaces it on any change. */
function changeEffect(node: SchemaNode, inReplaced: boolean): string {
  if (inReplaced || targetOf(node).replaceOnChanges) return "replaces";
  return mayReplace(node) ? "in place, or replaces: see its type" : "in place";
}

/** Of a description, what the columns beside it don't say. */
const withoutColumns = (description = ""): string =>
  description.replace(
    / ?\b(?:Secret|Updated in place|(?:Any change|Changing the type) replaces the \w+)\.(?= |$)/g,
    "",
  );

/** The table of inputs, or of the properties of a type. */
export function inputTable(
  { properties = {}, required = [] }: Pick<SchemaNode, "properties" | "required">,
  style: PageStyle,
  inReplaced = false,
): string {
  const head = ["property", "type", "", "meaning", ...(style.showChanges ? ["a change"] : [])];
  const rows = Object.entries(properties).map(([key, node]) => [
    code(key),
    typeText(node, style),
    (required.includes(key) ? "required" : "optional") + (node.secret ? ", secret" : ""),
    style.showChanges ? withoutColumns(node.description) : (node.description ?? ""),
    ...(style.showChanges ? [changeEffect(node, inReplaced)] : []),
    otherNames(key),
  ]);
  return table([...head, otherNamesHead(style.showChanges)], rows);
}

export const outputTable = (properties: Record<string, SchemaNode>, style: PageStyle) =>
  table(
    ["property", "type", "meaning", otherNamesHead()],
    Object.entries(properties).map(([key, node]) => [
      code(key),
      typeText(node, style),
      `${node.description ?? ""}${node.secret ? " Secret." : ""}`,
      otherNames(key),
    ]),
  );

/** The name in Python, and the one in Go and C# below it. One column keeps the table narrow. */
const otherNames = (key: string) => `${code(nameInPython(key))}<br>${code(nameInGo(key))}`;

/** If changes are shown, the inputs are sent to Auth0, whose API has the same names as Python. */
const otherNamesHead = (showChanges = false) =>
  showChanges ? "in Python, API<br>in Go, C#" : "in Python<br>in Go, C#";

/**
 * The tokens of all types that properties refer to, in order of appearance. The value says whether a
 * property above replaces the object on any change.
 */
export function referencedTypes(properties: Record<string, SchemaNode>): Map<string, boolean> {
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

export function typeSections(properties: Record<string, SchemaNode>, style: PageStyle): string {
  const sections = [...referencedTypes(properties)]
    .filter(([token]) => !style.described?.has(token))
    .map(([token, inReplaced]) => {
      const { description = "", enum: values, ...type } = types[token] ?? {};
      const body = values ? valueList(values) : inputTable(type, style, inReplaced);
      return `### ${nameOf(token)}\n\n${description}\n\n${body}\n`;
    });
  return sections.length > 0 ? `## Types\n\n${sections.join("\n")}` : "";
}

const valueList = (values: { value: string; description?: string }[]) =>
  values
    .map(({ value, description }) => `- \`${value}\`${description ? `: ${description}` : ""}`)
    .join("\n");
