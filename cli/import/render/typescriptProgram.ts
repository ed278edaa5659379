import { isObject, type Json } from "../../../provider/shared/json";
import type { ImportPlan, PlannedObject, PlannedSecret, SkippedObject } from "../plan";
import {
  array,
  call,
  type Expression,
  literal,
  object,
  statement,
  visibleText,
} from "./sourceText";

const pulumiImport = 'import * as pulumi from "@pulumi/pulumi";';
const auth0Import = 'import * as auth0 from "pulumi-auth0-native";';
const configStatement = "const config = new pulumi.Config();";

/**
 * A TypeScript program that declares the objects of a plan, formatted. It reads secrets from the
 * configuration of the stack, whether their values are known or not.
 */
export function typescriptProgram(plan: ImportPlan): string {
  const readsSecrets = plan.objects.some(({ secrets }) => secrets.length > 0);
  const imports = [
    ...(readsSecrets ? [pulumiImport] : []),
    ...(plan.objects.length > 0 ? [auth0Import] : []),
  ];
  const blocks = [
    header(plan),
    imports,
    readsSecrets ? [configStatement] : [],
    ...plan.objects.map(resource),
    plan.mentionsPushCredentials ? pushCredentials(plan, imports) : [],
    plan.skipped.length > 0 ? skippedObjects(plan.skipped) : [],
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");
}

/**
 * One line of a comment. A text from outside never begins it, and has no `@` that begins an instruction
 * to the compiler: the linter sees those anywhere.
 */
const comment = (text: string) =>
  `// ${visibleText(text).replace(/@(?=ts-)/g, "\\u0040")}`.trimEnd();

const header = ({ tenant }: ImportPlan) => [
  comment(`Made by \`auth0-native import\` from the tenant ${tenant}.`),
  comment("This file is yours now: edit it as you like."),
  comment(
    "The resources are protected: Pulumi refuses to delete or replace them. To end that for one,",
  ),
  comment("remove `{ protect: true }` and run `pulumi up`."),
];

function resource({ kind, name, inputs, secrets, notes }: PlannedObject): string[] {
  const args = [literal(name), expressionOf(inputs, secrets), object([["protect", literal(true)]])];
  return [
    ...notes.map((note) => comment(`Note: ${note}`)),
    statement(call(`new auth0.${kind}`, args)),
  ];
}

/** The source of a value, in which each secret is read from the configuration. */
function expressionOf(value: Json, secrets: PlannedSecret[]): Expression {
  const secret = secrets.find(({ path }) => path.length === 0);
  if (secret) return call("config.requireSecret", [literal(secret.configKey)]);
  if (Array.isArray(value)) {
    return array(value.map((item, index) => expressionOf(item, secretsAt(String(index), secrets))));
  }
  if (!isObject(value)) return literal(value);
  return object(
    Object.entries(value).map(([key, item]) => [key, expressionOf(item, secretsAt(key, secrets))]),
  );
}

/** The secrets at or below a key, with paths from there. */
const secretsAt = (key: string, secrets: PlannedSecret[]): PlannedSecret[] =>
  secrets
    .filter(({ path }) => path[0] === key)
    .map((secret) => ({ ...secret, path: secret.path.slice(1) }));

/** What a person uncomments to manage the push credentials. */
function pushCredentials({ stack }: ImportPlan, imports: string[]): string[] {
  const missing = [pulumiImport, auth0Import].filter((line) => !imports.includes(line));
  return [
    comment(
      "The tenant does not return its push credentials (FCM v1), so they are not imported. To manage",
    ),
    comment(
      "them, set the JSON of the Firebase service account in the configuration of the stack:",
    ),
    comment(`  pulumi config set --secret pushCredentials --stack ${stack} < service-account.json`),
    comment(
      "Then remove the slashes below. `pulumi up` sends these credentials in place of what the tenant",
    ),
    comment("has."),
    comment(""),
    ...[
      ...missing,
      ...(imports.includes(pulumiImport) ? [] : [configStatement]),
      'new auth0.GuardianFcmv1Provider("push", {',
      '  serverCredentials: config.requireSecret("pushCredentials"),',
      "});",
    ].map(comment),
  ];
}

const skippedObjects = (skipped: SkippedObject[]): string[] => [
  comment("Not imported:"),
  ...skipped.map(({ kind, id, label, reasons }) =>
    comment(`- ${kind} ${literal(label)} (${id}): ${reasons.join("; ")}`),
  ),
];
