import { schemaWithLookups } from "../../provider/lookups/lookups";
import * as definitions from "../../provider/resources";
import {
  type FunctionNode,
  nameOf,
  type ResourceNode,
  type SchemaNode,
} from "../../provider/schema/rawSchema";
import { referencedTypes } from "./properties";

/** The branches of every `oneOf`. */
const unions: SchemaNode[][] = [];
const schema = JSON.parse(JSON.stringify(schemaWithLookups), (key, value) => {
  if (key === "oneOf") unions.push(value);
  return value;
});
const types: Record<string, SchemaNode> = schema.types;

/** A program passes "args", with Input at every level except tags, and reads "value". */
type Form = "args" | "value";

/** `EventType` for `eventType`. */
export const pascalCase = (key: string) => key.charAt(0).toUpperCase() + key.slice(1);

const referencedType = ({ $ref = "" }: SchemaNode) => types[$ref.replace("#/types/", "")];

function doc(text: string | undefined): string {
  return text === undefined ? "" : `/** ${text.replaceAll("*/", "*\\/")} */\n`;
}

function typeOf(node: SchemaNode, form: Form): string {
  if (node.$ref === "pulumi.json#/Any") return "unknown";
  if (node.$ref) {
    const hasArgsForm = form === "args" && referencedType(node)?.type === "object";
    return nameOf(node.$ref) + (hasArgsForm ? "Args" : "");
  }
  if (node.oneOf) return node.oneOf.map((branch) => typeOf(branch, form)).join(" | ");
  if (node.const !== undefined) return JSON.stringify(node.const);
  if (node.enum) return node.enum.map(({ value }) => JSON.stringify(value)).join(" | ");
  if (node.items) {
    const item = typeOf(node.items, form);
    return form === "args" ? `pulumi.Input<${item}>[]` : `(${item})[]`;
  }
  if (node.format === "date-time") return "string | Date";
  if (node.additionalProperties) return "Record<string, unknown>";
  if (node.type === "integer") return "number";
  return node.type ?? "unknown";
}

function member([key, node]: [string, SchemaNode], required: string[], form: Form): string {
  const optional = !required.includes(key);
  const type = typeOf(node, form) + (optional ? " | undefined" : "");
  // A tag is a literal without Input, because with Input, a mix of two branches would compile.
  const wrapped = form === "args" && node.const === undefined ? `pulumi.Input<${type}>` : type;
  return `${doc(node.description)}${key}${optional ? "?" : ""}: ${wrapped};\n`;
}

const propertyNames = ({ properties = {} }: SchemaNode) => Object.keys(properties);

/**
 * Groups of types that exclude each other. The first are the branches of a union, followed by the types
 * that these branches have under the same property.
 */
function exclusiveGroups(branches: SchemaNode[]): SchemaNode[][] {
  const group = branches.flatMap((branch) => referencedType(branch) ?? []);
  if (group.length < 2) return [];
  const names = [...new Set(group.flatMap(propertyNames))];
  const nested = names.flatMap((name) =>
    exclusiveGroups(group.flatMap(({ properties }) => properties?.[name] ?? [])),
  );
  return [group, ...nested];
}

/**
 * Members that forbid the properties of a type's alternatives. The compiler checks only literals for
 * excess properties, so a mix in a variable, an Output, or a Promise would compile.
 */
function forbiddenMembers(node: SchemaNode): string {
  const groups = unions.flatMap(exclusiveGroups).filter((group) => group.includes(node));
  const own = propertyNames(node);
  const others = groups
    .flat()
    .flatMap(propertyNames)
    .filter((name) => !own.includes(name));
  return [...new Set(others)]
    .sort()
    .map((name) => `${name}?: undefined;\n`)
    .join("");
}

/** An Output has the properties of its value, so without this member, it would compile as the arguments. */
const forbidOutput = `${doc("The arguments are an object, not an Output. Its properties may be Outputs.")}apply?: undefined;\n`;

function interfaceOf(name: string, node: SchemaNode, form: Form, extraMembers = ""): string {
  const members = Object.entries(node.properties ?? {}).map((entry) =>
    member(entry, node.required ?? [], form),
  );
  if (extraMembers) members.push(extraMembers);
  return `${doc(node.description)}export interface ${name} {\n${members.join("\n")}}\n`;
}

/** The class of a resource. Its outputs are only declared, because Pulumi sets them. */
function resourceClass(name: string, resource: ResourceNode): string {
  const properties = { ...resource.inputProperties, ...resource.properties };
  const required = new Set([...resource.requiredInputs, ...resource.required]);
  const members = Object.entries(properties).map(([key, node]) => {
    const isAlwaysSet = required.has(key) || node.default !== undefined;
    const type = typeOf(node, "value") + (isAlwaysSet ? "" : " | undefined");
    return `${doc(node.description)}declare readonly ${key}: pulumi.Output<${type}>;\n`;
  });
  const definition = name.charAt(0).toLowerCase() + name.slice(1);
  const type = `/** The engine's type of the resource, by which policies select it. */
  static get __pulumiType(): string {
    return currentAdapter().typeToken("${name}");
  }

  /** Whether a value is a resource of this class, also if another copy of the package has made it. */
  static override isInstance(value: unknown): value is ${name} {
    return isOfType(value, ${name}.__pulumiType);
  }\n`;
  const create = `constructor(name: string, args: ${name}Args, opts?: pulumi.CustomResourceOptions) {
    super(definitions.${definition}, name, args, opts);
  }`;
  const get = `/** Reads an existing object by its id, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): ${name} {
    return new ${name}(name, {} as ${name}Args, { ...opts, id });
  }`;
  const { fixedId } = Object.values(definitions).find((found) => found.name === name) ?? {};
  const body = [...members, type, create, ...(fixedId === undefined ? [get] : [])].join("\n");
  return `${doc(resource.description)}export class ${name} extends NativeResource {\n${body}}\n`;
}

function typeDeclarations(token: string, node: SchemaNode, isArgument: boolean): string[] {
  const name = nameOf(token);
  if (node.enum) {
    return [`${doc(node.description)}export type ${name} = ${typeOf(node, "value")};\n`];
  }
  const value = interfaceOf(name, node, "value");
  if (!isArgument) return [value];
  return [value, interfaceOf(`${name}Args`, node, "args", forbiddenMembers(node))];
}

function resourceDeclarations(token: string, resource: ResourceNode): string[] {
  const name = nameOf(token);
  const args = {
    description: `Arguments of ${name}.`,
    properties: resource.inputProperties,
    required: resource.requiredInputs,
  };
  return [interfaceOf(`${name}Args`, args, "args", forbidOutput), resourceClass(name, resource)];
}

/** The types GetXArgs, GetXOutputArgs, and GetXResult of a function `getX`. */
function functionDeclarations(token: string, { inputs, outputs }: FunctionNode): string[] {
  const functionName = nameOf(token);
  const typeName = pascalCase(functionName);
  const args = { ...inputs, description: `Arguments of ${functionName}.` };
  const outputArgs = { ...inputs, description: `Arguments of ${functionName}Output.` };
  const result = { ...outputs, description: `Result of ${functionName}.` };
  const forArguments = [
    interfaceOf(`${typeName}Args`, args, "value"),
    interfaceOf(`${typeName}OutputArgs`, outputArgs, "args", forbidOutput),
  ];
  return [...(inputs ? forArguments : []), interfaceOf(`${typeName}Result`, result, "value")];
}

function providerDeclaration(): string {
  const args = {
    description: schema.provider.description,
    properties: { ...schema.config.variables, ...schema.provider.inputProperties },
  };
  return interfaceOf("ProviderArgs", args, "args", forbidOutput);
}

const header = [
  "// Generated from schema.json by `npm run generate`; do not edit.\n",
  `import type * as pulumi from "@pulumi/pulumi";
import * as definitions from "../provider/resources";
import { currentAdapter, isOfType } from "./adapter";
import { NativeResource } from "./nativeResource";
`,
];

/** The text of sdk/generated.ts, not yet formatted. */
export function sdkTypes(): string {
  const resources: [string, ResourceNode][] = Object.entries(schema.resources);
  const functions: [string, FunctionNode][] = Object.entries(schema.functions);
  const argumentTokens = new Set(
    resources.flatMap(([, { inputProperties }]) => [...referencedTypes(inputProperties).keys()]),
  );
  return [
    ...header,
    ...Object.entries(types).flatMap(([token, node]) =>
      typeDeclarations(token, node, argumentTokens.has(token)),
    ),
    ...resources.flatMap(([token, resource]) => resourceDeclarations(token, resource)),
    ...functions.flatMap(([token, declared]) => functionDeclarations(token, declared)),
    providerDeclaration(),
  ].join("\n");
}
