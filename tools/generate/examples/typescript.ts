import { isObject, type Json } from "../../../provider/shared/json";
import { type Declared, isReferred, type Program, referenceIn } from "./program";

export function inTypeScript(program: Program): string {
  const { resources, calls, outputs, readsConfig } = program;
  const imports = [
    ...(readsConfig ? ['import * as pulumi from "@pulumi/pulumi";'] : []),
    'import * as auth0 from "pulumi-auth0-native";',
  ];
  return [
    imports.join("\n"),
    ...(readsConfig ? ["const config = new pulumi.Config();"] : []),
    ...resources.map((one) =>
      resource(one, isReferred(program, one) ? `const ${one.name} = ` : ""),
    ),
    ...calls.map(({ name, of, args }) => {
      const passed = Object.keys(args).length > 0 ? code(args) : "";
      return `const ${name} = auth0.${of}Output(${passed});`;
    }),
    ...outputs.map(([name, path]) => `export const ${name} = ${path.join(".")};`),
  ].join("\n\n");
}

function resource({ name, of, args, provider, comment }: Declared, variable: string): string {
  const before = comment ? `// ${comment}\n` : "";
  const options = provider ? `, { provider: ${provider} }` : "";
  return `${before}${variable}new auth0.${of}("${name}", ${code(args)}${options});`;
}

function code(value: Json): string {
  const [variable] = referenceIn(value) ?? [];
  if (variable) return `config.requireSecret("${variable}")`;
  if (Array.isArray(value)) return `[${value.map(code).join(", ")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, item]) => `${key}: ${code(item)}`);
  return `{ ${entries.join(", ")} }`;
}
