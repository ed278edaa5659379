import { languages } from "../../../provider/adapters/plugin/pluginSchema";
import { schemaWithLookups } from "../../../provider/lookups/lookups";
import type { SchemaNode } from "../../../provider/schema/rawSchema";
import { isObject, type Json, type Props } from "../../../provider/shared/json";
import { pluginTypeToken } from "../../../provider/stateContract";
import { nameInGo } from "../names";
import { type Declared, isReferred, type Program, referenceIn } from "./program";

const { importBasePath } = languages.go;
const sdk = importBasePath.slice(importBasePath.lastIndexOf("/") + 1);
const { config, provider, resources: declarations, functions, types } = schemaWithLookups;
const returned = "if err != nil {\nreturn err\n}";

/** The program in Go, with gofmt's indentation. */
export function inGo(program: Program): string {
  const { resources, calls, outputs, readsConfig } = program;
  const packages = [
    importBasePath,
    "github.com/pulumi/pulumi/sdk/v3/go/pulumi",
    ...(readsConfig ? ["github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"] : []),
  ];
  const statements = [
    ...resources.flatMap((one, index) => resource(program, one, index === 0)),
    ...calls.map(call),
    ...outputs.map(([name, path]) => `ctx.Export("${name}", ${output(program, path)})`),
  ];
  const isLast = resources.length > 0 && outputs.length + calls.length === 0;
  const body = isLast ? [...statements.slice(0, -1), "return err"] : [...statements, "return nil"];
  return formatted(`package main

import (
${packages.map((name) => `"${name}"`).join("\n")}
)

func main() {
pulumi.Run(func(ctx *pulumi.Context) error {
${body.join("\n")}
})
}
`);
}

function resource(program: Program, one: Declared, isFirst: boolean): string[] {
  const { name, of, args, provider: explicit, comment } = one;
  const properties =
    of === "Provider"
      ? { ...config.variables, ...provider.inputProperties }
      : declarations[pluginTypeToken(of)]?.inputProperties;
  const isNamed = isReferred(program, one);
  const assigned = `${isNamed ? name : "_"}, err ${isNamed || isFirst ? ":=" : "="}`;
  const options = explicit ? `, pulumi.Provider(${explicit})` : "";
  const passed = struct(`&${sdk}.${of}Args`, properties, args);
  return [
    ...(comment ? [`// ${comment}`] : []),
    `${assigned} ${sdk}.New${of}(ctx, "${name}", ${passed}${options})`,
    returned,
  ];
}

/** Only a function with arguments has a form that returns an Output. */
function call({ name, of, args }: Declared): string {
  const { inputs } = functions[pluginTypeToken(of)] ?? {};
  // The SDK has functions such as GetEventStream for resources.
  const isShared = pluginTypeToken(of.replace("get", "")) in declarations;
  const inSdk = isShared ? of.replace("get", "Lookup") : nameInGo(of);
  if (!inputs) return `${name}, err := ${sdk}.${inSdk}(ctx)\n${returned}`;
  const passed = struct(`${sdk}.${inSdk}OutputArgs`, inputs.properties, args);
  return `${name} := ${sdk}.${inSdk}Output(ctx, ${passed})`;
}

function code(value: Json, node: SchemaNode): string {
  const [variable] = referenceIn(value) ?? [];
  if (variable) return `config.New(ctx, "").RequireSecret("${variable}")`;
  const { $ref = "", items, oneOf = [], discriminator } = node;
  const name = $ref.slice($ref.lastIndexOf(":") + 1);
  const type = types[$ref.replace("#/types/", "")];
  if (type?.enum) return `${sdk}.${name}${memberName(String(value))}`;
  if (Array.isArray(value)) {
    const of = items?.$ref?.replace(/^.*:/, `${sdk}.`) ?? "pulumi.String";
    return `${of}Array{\n${value.map((item) => `${code(item, items ?? {})},\n`).join("")}}`;
  }
  if (isObject(value)) {
    const tag = discriminator?.propertyName ?? "";
    const branch = oneOf.find((one) => constOf(one, tag) === value[tag]);
    if (branch) return code(value, branch);
    return struct(`${sdk}.${name}Args`, type?.properties, value);
  }
  if (typeof value === "number") return `pulumi.Int(${value})`;
  return typeof value === "boolean"
    ? `pulumi.Bool(${value})`
    : `pulumi.String(${JSON.stringify(value)})`;
}

const constOf = ({ $ref = "" }: SchemaNode, tag: string) =>
  types[$ref.replace("#/types/", "")]?.properties?.[tag]?.const;

/** The name of an enumeration's value: `Client` for `client`, and `_User_created` for `user.created`. */
function memberName(value: string): string {
  const name = nameInGo(value.replace(/\W/g, "_"));
  return name.includes("_") ? `_${name}` : name;
}

function struct(type: string, properties: Record<string, SchemaNode> = {}, value: Props): string {
  const fields = Object.entries(value).map(
    ([key, item]) => `${nameInGo(key)}: ${code(item, properties[key] ?? {})},\n`,
  );
  return fields.length > 0 ? `${type}{\n${fields.join("")}}` : `${type}{}`;
}

/** An Output's fields are methods. A plain result's fields aren't. */
function output(program: Program, [name = "", ...path]: string[]): string {
  const found = program.calls.find((one) => one.name === name);
  const isPlain = found && !functions[pluginTypeToken(found.of)]?.inputs;
  const fields = path.map((key) => `.${nameInGo(key)}${isPlain ? "" : "()"}`).join("");
  return isPlain ? `pulumi.ToOutput(${name}${fields})` : `${name}${fields}`;
}

/** The text with gofmt's tabs. gofmt also aligns the values of neighboring fields. */
function formatted(text: string): string {
  let depth = 0;
  const lines = text.split("\n").map((line) => {
    if (/^[})]/.test(line)) depth -= 1;
    const indented = line === "" ? "" : "\t".repeat(depth) + line;
    if (/[{(]$/.test(line)) depth += 1;
    return indented;
  });
  return lines.join("\n").replace(/(^\t*\w+: .*[^{\n]\n)+/gm, (fields) => {
    const keys = fields.match(/^\t*\w+: /gm) ?? [];
    const width = Math.max(...keys.map(({ length }) => length));
    return fields.replace(/^\t*\w+: /gm, (key) => key.padEnd(width));
  });
}
