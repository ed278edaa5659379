import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import * as definitions from "../../provider/resources";
import { docs } from "./docs";
import { validatorsCode } from "./validators";

/** Writes what follows from schema.json; `--check` says whether what is there is current. */

interface Node {
  type?: string;
  $ref?: string;
  description?: string;
  properties?: Record<string, Node>;
  required?: string[];
  items?: Node;
  oneOf?: Node[];
  const?: string;
  enum?: (string | { value: string })[];
  format?: string;
  default?: unknown;
}

interface Resource {
  description: string;
  inputProperties: Record<string, Node>;
  requiredInputs: string[];
  properties: Record<string, Node>;
  required: string[];
}

const root = join(__dirname, "..", "..");
const target = join(root, "sdk", "generated.ts");
const validators = join(root, "provider", "schema", "validators.generated.ts");
/** The branches of every union, wherever it stands. */
const unions: Node[][] = [];
const schema = JSON.parse(readFileSync(join(root, "schema.json"), "utf8"), (key, value) => {
  if (key === "oneOf") unions.push(value);
  return value;
});
const types: Record<string, Node> = schema.types;

/** `Args`: what a program writes, with Input at every level but the tags. `plain`: what it reads. */
type Form = "Args" | "plain";

const nameOf = (token: string) => token.slice(token.lastIndexOf(":") + 1);
const refName = ($ref: string) => nameOf($ref.replace("#/types/", ""));
const typeAt = ({ $ref = "" }: Node) => types[$ref.replace("#/types/", "")];

function doc(text: string | undefined): string {
  return text === undefined ? "" : `/** ${text.replaceAll("*/", "*\\/")} */\n`;
}

function typeOf(node: Node, form: Form): string {
  if (node.$ref === "pulumi.json#/Any") return "unknown";
  if (node.$ref)
    return refName(node.$ref) + (form === "Args" && typeAt(node)?.type === "object" ? "Args" : "");
  if (node.oneOf) return node.oneOf.map((branch) => typeOf(branch, form)).join(" | ");
  if (node.const !== undefined) return JSON.stringify(node.const);
  if (node.enum)
    return node.enum.map((v) => JSON.stringify(typeof v === "string" ? v : v.value)).join(" | ");
  if (node.items) {
    const item = typeOf(node.items, form);
    return form === "Args" ? `pulumi.Input<${item}>[]` : `(${item})[]`;
  }
  if (node.format === "date-time") return "string | Date";
  return node.type === "integer" ? "number" : (node.type ?? "unknown");
}

function member([key, node]: [string, Node], required: string[], form: Form): string {
  const optional = !required.includes(key);
  const type = typeOf(node, form) + (optional ? " | undefined" : "");
  // A tag is a plain literal: behind an Input an illegal mix would compile.
  const wrapped = form === "Args" && node.const === undefined ? `pulumi.Input<${type}>` : type;
  return `${doc(node.description)}${key}${optional ? "?" : ""}: ${wrapped};\n`;
}

const keysOf = ({ properties = {} }: Node) => Object.keys(properties);

/** Types that exclude each other: the branches of a union, and then what they have under one key. */
function alternatives(branches: Node[]): Node[][] {
  const group = branches.flatMap((branch) => typeAt(branch) ?? []);
  if (group.length < 2) return [];
  const below = [...new Set(group.flatMap(keysOf))].map((key) =>
    group.flatMap(({ properties }) => properties?.[key] ?? []),
  );
  return [group, ...below.flatMap(alternatives)];
}

/**
 * Refuses what the alternatives of a type have and it has not. By itself the compiler does so in a
 * literal alone: a mix in a variable, an Output or a Promise would compile.
 */
function refusals(node: Node): string {
  const groups = unions.flatMap(alternatives).filter((group) => group.includes(node));
  const own = keysOf(node);
  const others = new Set(
    groups
      .flat()
      .flatMap(keysOf)
      .filter((key) => !own.includes(key)),
  );
  return [...others]
    .sort()
    .map((key) => `${key}?: undefined;\n`)
    .join("");
}

/** An Output has the properties of its value: without this, one would pass for the arguments. */
const noOutput = `${doc("Arguments are an object and no Output; its properties may be Outputs.")}apply?: undefined;\n`;

function shape(name: string, node: Node, form: Form, refused = ""): string {
  const members = Object.entries(node.properties ?? {}).map((entry) =>
    member(entry, node.required ?? [], form),
  );
  if (refused) members.push(refused);
  return `${doc(node.description)}export interface ${name} {\n${members.join("\n")}}\n`;
}

/** The types that arguments reach, by their references. */
function reachable(node: Node): string[] {
  const below = [node.items, ...(node.oneOf ?? []), ...Object.values(node.properties ?? {})];
  const own = node.$ref?.startsWith("#/types/") ? [node.$ref.replace("#/types/", "")] : [];
  return [
    ...own,
    ...own.flatMap((token) => reachable(types[token] ?? {})),
    ...below.flatMap((child) => (child ? reachable(child) : [])),
  ];
}

/** The class of a resource: its outputs are declared only, since Pulumi sets them. */
function resourceClass(name: string, resource: Resource): string {
  const all = { ...resource.inputProperties, ...resource.properties };
  const sure = new Set([...resource.requiredInputs, ...resource.required]);
  const members = Object.entries(all).map(([key, node]) => {
    const always = sure.has(key) || node.default !== undefined;
    const type = typeOf(node, "plain") + (always ? "" : " | undefined");
    return `${doc(node.description)}declare readonly ${key}: pulumi.Output<${type}>;\n`;
  });
  const definition = name.charAt(0).toLowerCase() + name.slice(1);
  const create = `constructor(name: string, args: ${name}Args, opts?: pulumi.CustomResourceOptions) {
    super(${name}, definitions.${definition}, name, args, opts);
  }`;
  const get = `/** Reads one that exists, by its id, without managing it. */
  static get(name: string, id: pulumi.Input<pulumi.ID>, opts?: pulumi.CustomResourceOptions): ${name} {
    return new ${name}(name, {} as ${name}Args, { ...opts, id });
  }`;
  const { fixedId } = Object.values(definitions).find((found) => found.name === name) ?? {};
  const body = [...members, create, ...(fixedId === undefined ? [get] : [])].join("\n");
  return `${doc(resource.description)}export class ${name} extends NativeResource {\n${body}}\n`;
}

function generate(): string {
  const resources: [string, Resource][] = Object.entries(schema.resources);
  const functions: [string, { inputs: Node; outputs: Node }][] = Object.entries(schema.functions);
  const argumentTypes = new Set(
    resources.flatMap(([, resource]) => reachable({ properties: resource.inputProperties })),
  );
  const parts = [
    "// Generated from schema.json by `npm run generate`; do not edit.\n",
    'import type * as pulumi from "@pulumi/pulumi";\n' +
      'import * as definitions from "../provider/resources";\n' +
      'import { NativeResource } from "./nativeResource";\n',
    ...Object.entries(types).flatMap(([token, node]) => {
      const name = nameOf(token);
      if (node.enum)
        return [`${doc(node.description)}export type ${name} = ${typeOf(node, "plain")};\n`];
      const plain = shape(name, node, "plain");
      if (!argumentTypes.has(token)) return [plain];
      return [plain, shape(`${name}Args`, node, "Args", refusals(node))];
    }),
    ...resources.flatMap(([token, resource]) => [
      shape(
        `${nameOf(token)}Args`,
        {
          description: `Arguments of ${nameOf(token)}.`,
          properties: resource.inputProperties,
          required: resource.requiredInputs,
        },
        "Args",
        noOutput,
      ),
      resourceClass(nameOf(token), resource),
    ]),
    ...functions.flatMap(([token, { inputs, outputs: result }]) => {
      const name = nameOf(token).replace(/^g/, "G");
      return [
        shape(`${name}Args`, { ...inputs, description: `Arguments of ${nameOf(token)}.` }, "plain"),
        shape(
          `${name}OutputArgs`,
          { ...inputs, description: `Arguments of ${nameOf(token)}Output.` },
          "Args",
          noOutput,
        ),
        shape(`${name}Result`, { ...result, description: `Result of ${nameOf(token)}.` }, "plain"),
      ];
    }),
    shape(
      "ProviderArgs",
      {
        description: schema.provider.description,
        properties: { ...schema.config.variables, ...schema.provider.inputProperties },
      },
      "Args",
      noOutput,
    ),
  ];
  return format(parts.join("\n"));
}

function format(code: string): string {
  const biome = join(root, "node_modules", ".bin", "biome");
  const run = spawnSync(biome, ["format", "--stdin-file-path=sdk/generated.ts"], {
    cwd: root,
    input: code,
    encoding: "utf8",
  });
  if (run.status !== 0) throw new Error(`biome could not format it: ${run.stderr}`);
  return run.stdout;
}

const pages = Object.entries(docs()).map(([name, text]) => [join(root, "docs", name), text]);
const files: Record<string, string> = {
  [target]: generate(),
  [validators]: validatorsCode(),
  ...Object.fromEntries(pages),
};
for (const [path, code] of Object.entries(files)) {
  if (!process.argv.includes("--check")) writeFileSync(path, code);
  else if (readFileSync(path, "utf8") !== code) {
    console.error(
      `${relative(root, path)} is not what schema.json says: run \`npm run generate\` and commit it.`,
    );
    process.exitCode = 1;
  }
}
