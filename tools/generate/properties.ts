import { schemaWithLookups } from "../../provider/lookups/lookups";
import { nameOf, type SchemaNode } from "../../provider/schema/rawSchema";
import { code, table } from "./markdown";

export interface PageStyle {
  /** Whether a column says what happens when an input changes. */
  showChanges?: boolean;
  /** The head of the column that marks required properties, if these aren't inputs. */
  requiredHead?: string;
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
  if (inReplaced || targetOf(node).replaceOnChanges) return "replaced";
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
  inReplaced = false,
): string {
  const head = ["Property", "Type", style.requiredHead ?? "Required", "Description"];
  const rows = Object.entries(properties).map(([key, node]) => [
    code(key),
    typeText(node, style) + (node.secret ? " (secret)" : ""),
    required.includes(key) ? "yes" : "no",
    withoutColumns(node.description, style),
    ...(style.showChanges ? [changeEffect(node, inReplaced)] : []),
  ]);
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
      const body = values ? valueText(values) : inputTable(type, style, inReplaced);
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
