import { packageName } from "../../../provider/shared/command";
import { isObject, type Json } from "../../../provider/shared/json";
import { escapeInvisible } from "../../shared/text";
import type { ImportPlan, PlannedObject, PlannedSecret } from "../importPlan";

const required = (name: string, module: string) =>
  `const ${name} = require(${JSON.stringify(module)});`;

const importsOf = {
  esModule: {
    config: 'import { Config } from "@pulumi/pulumi/config.js";',
    auth0: 'import * as auth0 from "pulumi-auth0-native";',
  },
  commonJs: {
    config: required("{ Config }", "@pulumi/pulumi/config.js"),
    auth0: required("auth0", packageName),
  },
};

export type ModuleSyntax = keyof typeof importsOf;

/**
 * A program that declares the objects of a plan, in TypeScript that is also JavaScript. It reads all secrets
 * from the stack's configuration, even those whose values are known.
 */
export function typescriptProgram(plan: ImportPlan, syntax: ModuleSyntax = "esModule"): string {
  const readsSecrets = plan.objects.some(({ secrets }) => secrets.length > 0);
  const imports = [
    ...(readsSecrets ? [importsOf[syntax].config] : []),
    ...(plan.objects.length > 0 ? [importsOf[syntax].auth0] : []),
  ];
  const blocks = [
    header(plan),
    imports,
    readsSecrets ? ["const config = new Config();"] : [],
    ...plan.objects.map(resource),
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");
}

/**
 * One line of a comment. It never begins with a text from outside, which could be an instruction to the
 * compiler such as `@ts-nocheck`.
 */
const comment = (text: string) => `// ${escapeInvisible(text)}`.trimEnd();

const header = ({ tenant }: ImportPlan) => [
  comment(`Written by \`${packageName} import\` from the tenant ${tenant}.`),
  comment("This file is yours now. Edit it as you like."),
  comment("The resources are protected, so Pulumi doesn't delete or replace them. To remove the"),
  comment("protection of a resource, remove `{ protect: true }` and run `pulumi up`."),
];

const resource = ({ kind, name, inputs, secrets, notes }: PlannedObject): string[] => [
  ...notes.map((note) => comment(`Note: ${note}`)),
  `new auth0.${kind}(${literal(name)}, ${sourceOf(inputs, secrets)}, { protect: true });`,
];

/** The source of a value, with a line for each property, in which secrets are read from the configuration. */
function sourceOf(value: Json, secrets: PlannedSecret[], indent = ""): string {
  const secret = secrets.find(({ path }) => path.length === 0);
  if (secret) return `config.requireSecret(${literal(secret.configKey)})`;
  if (!isObject(value) && !Array.isArray(value)) return literal(value);
  const lines = Object.entries(value).map(([key, item]) => {
    const source = sourceOf(item, secretsAt(key, secrets), `${indent}  `);
    return `${indent}  ${Array.isArray(value) ? "" : `${keySource(key)}: `}${source},\n`;
  });
  const block = lines.length === 0 ? "" : `\n${lines.join("")}${indent}`;
  return Array.isArray(value) ? `[${block}]` : `{${block}}`;
}

const keySource = (key: string) => (/^[A-Za-z]\w*$/.test(key) ? key : literal(key));

/** A literal on one line that evaluates to exactly this value, and shows each of its characters. */
const literal = (value: string | number | boolean | null): string =>
  escapeInvisible(JSON.stringify(value));

const secretsAt = (key: string, secrets: PlannedSecret[]): PlannedSecret[] =>
  secrets
    .filter(({ path }) => path[0] === key)
    .map((secret) => ({ ...secret, path: secret.path.slice(1) }));
