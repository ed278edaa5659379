import { schemaWithLookups } from "../../provider/lookups/lookups";
import { nameOf, type SchemaNode } from "../../provider/schema/rawSchema";
import { code, table } from "./markdown";

export interface PageStyle {
  /** Whether a column says what happens when an input changes. */
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

/** What a change of an input does to the object. */
function changeEffect(node: SchemaNode): string {
  if (targetOf(node).replaceOnChanges) return "replaced";
  return mayReplace(node) ? "depends on the type" : "updated";
}

/** Of a description, what the columns beside it don't say. */
const withoutColumns = (description = "", { showChanges }: PageStyle): string =>
  description.replace(
    showChanges
      ? / ?\b(?:Secret|Updated in place|(?:Any change|Changing the type) replaces the \w+)\.(?= |$)/g
      : / ?\bSecret\.(?= |$)/g,
    "",
  );

/** The table of inputs, or of the properties of a type. */
export function inputTable(
  { properties = {}, required = [] }: Pick<SchemaNode, "properties" | "required">,
  style: PageStyle,
): string {
  const head = ["Property", "Type", "Description"];
  const rows = Object.entries(properties).map(([key, node]) => {
    const marks = [
      ...(node.secret ? ["secret"] : []),
      ...(required.includes(key) ? [] : ["optional"]),
    ];
    return [
      code(key),
      typeText(node, style) + (marks.length > 0 ? ` (${marks.join(", ")})` : ""),
      withoutColumns(node.description, style),
      ...(style.showChanges ? [changeEffect(node)] : []),
    ];
  });
  return table([...head, ...(style.showChanges ? ["If changed"] : [])], rows);
}

export const outputTable = (properties: Record<string, SchemaNode>, style: PageStyle) =>
  table(
    ["Property", "Type", "Description"],
    Object.entries(properties).map(([key, node]) => [
      code(key),
      typeText(node, style) + (node.secret ? " (secret)" : ""),
      node.description ?? "",
    ]),
  );

/** The tokens of all types that properties refer to, in order of appearance. */
export function referencedTypes(properties: Record<string, SchemaNode>): Set<string> {
  const found = new Set<string>();
  const visit = (node: SchemaNode): void => {
    if (node.$ref?.startsWith("#/types/")) {
      const token = tokenOf(node.$ref);
      if (found.has(token)) return;
      found.add(token);
    }
    for (const child of childrenOf(node)) visit(child);
  };
  for (const node of Object.values(properties)) visit(node);
  return found;
}

export function typeSections(properties: Record<string, SchemaNode>, style: PageStyle): string {
  const sections = [...referencedTypes(properties)]
    .filter((token) => !style.described?.has(token))
    .map((token) => {
      const { description = "", enum: values, ...type } = types[token] ?? {};
      const body = values ? valueText(values) : inputTable(type, style);
      return `### ${nameOf(token)}\n\n${description}\n\n${body}\n`;
    });
  return sections.length > 0 ? `## Types\n\n${sections.join("\n")}` : "";
}

/** A list, or one line if no value has a description. */
function valueText(values: { value: string; description?: string }[]): string {
  const described = values.filter(({ description }) => description !== undefined);
  if (described.length === 0) return `${values.map(({ value }) => code(value)).join(", ")}.`;
  return described.map(({ value, description }) => `- ${code(value)}: ${description}`).join("\n");
}
