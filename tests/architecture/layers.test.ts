import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, posix } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import ts from "typescript";
import { awsRegions } from "../../emulator/src/schemas/awsRegions";
import { eventTypes } from "../../emulator/src/schemas/eventTypes";
import { createPolicy, createStream, writeFcmv1 } from "../../emulator/src/schemas/requestBodies";
import { wireName } from "../../provider/schema/codec";
import { resourceSchema, type Schema } from "../../provider/schema/packageSchema";
import packageSchema from "../../schema.json";
import { pulumiBin } from "../../tools/pulumiBin";
import {
  filesIn,
  mustRun,
  removeTemporaryFolders,
  root,
  run,
  temporaryFolder,
} from "../support/project";

afterAll(removeTemporaryFolders);

/** What a program installs and is written by hand. */
const written = ["provider", "sdk", "cli"]
  .filter((folder) => existsSync(join(root, folder)))
  .flatMap((folder) => filesIn(join(root, folder)).map((path) => `${folder}/${path}`))
  .filter((path) => path.endsWith(".ts") && !path.endsWith("generated.ts"));

const textOf = (path: string) => readFileSync(join(root, path), "utf8");

const parse = (path: string) =>
  ts.createSourceFile(path, textOf(path), ts.ScriptTarget.ES2022, true);

function nodesIn(node: ts.Node): ts.Node[] {
  return [node, ...node.getChildren().flatMap(nodesIn)];
}

interface Import {
  /** A package's name, or a path from the root. */
  from: string;
  /** Nothing of it is left at run time. */
  type: boolean;
}

function importsOf(path: string): Import[] {
  return nodesIn(parse(path)).flatMap((node): Import[] => {
    if (ts.isImportDeclaration(node)) {
      const { phaseModifier, namedBindings } = node.importClause ?? {};
      const type = phaseModifier === ts.SyntaxKind.TypeKeyword || everyIsType(namedBindings);
      return named(path, node.moduleSpecifier, type);
    }
    if (ts.isExportDeclaration(node)) {
      return named(path, node.moduleSpecifier, node.isTypeOnly || everyIsType(node.exportClause));
    }
    if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
      return named(path, node.argument.literal, true);
    }
    const loads =
      ts.isCallExpression(node) &&
      (node.expression.kind === ts.SyntaxKind.ImportKeyword ||
        node.expression.getText() === "require");
    return loads ? named(path, node.arguments[0], false) : [];
  });
}

const everyIsType = (names: ts.Node | undefined) =>
  names !== undefined &&
  (ts.isNamedImports(names) || ts.isNamedExports(names)) &&
  names.elements.every(({ isTypeOnly }) => isTypeOnly);

function named(path: string, specifier: ts.Node | undefined, type: boolean): Import[] {
  if (specifier === undefined || !ts.isStringLiteralLike(specifier)) return [];
  const { text } = specifier;
  return [{ from: text.startsWith(".") ? posix.join(dirname(path), text) : text, type }];
}

const imports = written.flatMap((path) => importsOf(path).map((one) => ({ path, ...one })));
const provider = imports.filter(({ path }) => path.startsWith("provider/"));
const told = ({ path, from }: { path: string; from: string }) => `${path} imports ${from}`;

/** A package without what is below it: `@pulumi/pulumi/dynamic` is of `@pulumi/pulumi`. */
const packageOf = (from: string) => from.split("/", from.startsWith("@") ? 2 : 1).join("/");

describe("the layers", () => {
  test("provider/ imports nothing of sdk/ and cli/", () => {
    expect(provider.filter(({ from }) => /^(sdk|cli)\b/.test(from)).map(told)).toEqual([]);
  });

  test("provider/ imports of Pulumi only types", () => {
    const pulumi = provider.filter(({ from }) => packageOf(from).startsWith("@pulumi"));
    expect(pulumi.filter(({ type }) => !type).map(told)).toEqual([]);
    // The rule sees such an import where there is one.
    expect(pulumi.map(told)).toEqual(["provider/adapters/dynamic.ts imports @pulumi/pulumi"]);
  });

  test("each package of the dependencies is imported by one file", () => {
    const own = /^(provider|sdk|cli)\b|\.json$|^node:|^@pulumi\/pulumi$/;
    const foreign = imports.filter(
      ({ from, type }) => !own.test(from) && !(type && packageOf(from) === "@pulumi/pulumi"),
    );
    expect([...new Set(foreign.map(told))].sort()).toEqual([
      "cli/shared/commandLine.ts imports commander",
      "cli/shared/pulumi.ts imports @pulumi/pulumi/automation/index.js",
      "provider/api/clientProof.ts imports jose",
      "provider/api/http.ts imports axios",
      "provider/schema/suggestion.ts imports fastest-levenshtein",
      "provider/schema/violation.ts imports ajv",
    ]);
    expect(imports.filter(({ from }) => builtinModules.includes(from)).map(told)).toEqual([]);
  });

  test("no file is over 200 lines", () => {
    const lines = written.map((path) => ({ path, count: textOf(path).split("\n").length - 1 }));
    expect(lines.filter(({ count }) => count > 200)).toEqual([]);
  });
});

/** Identifiers and texts of the code, comments left out. */
function wordsOf(path: string): string[] {
  return nodesIn(parse(path)).flatMap((node) =>
    ts.isIdentifier(node) || ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)
      ? [node.text]
      : [],
  );
}

/** Where one of the names is a word of its own, in a file that the rule is about. */
function mentions(names: string[], paths: string[]): string[] {
  const name = new RegExp(`\\b(${names.join("|")})\\b`);
  return paths.flatMap((path) =>
    wordsOf(path)
      .filter((word) => name.test(word))
      .map((word) => `${path}: ${word}`),
  );
}

const resourceNames = Object.keys(packageSchema.resources).map(
  (token) => token.split(":").at(-1) ?? "",
);
const variableOf = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

/** Neither the definitions, nor the front page that lists them. */
const interpreter = written.filter(
  (path) =>
    path.startsWith("provider/") &&
    !path.startsWith("provider/resources/") &&
    path !== "provider/index.ts",
);

describe("one interpreter for every resource", () => {
  test("names no resource", () => {
    const names = resourceNames.flatMap((name) => [name, variableOf(name)]);
    expect(mentions(names, interpreter)).toEqual([]);
    expect(mentions(names, ["provider/resources/eventStream.ts"])).toEqual([
      "provider/resources/eventStream.ts: eventStream",
      "provider/resources/eventStream.ts: EventStream",
    ]);
  });

  test("names no property of a resource", () => {
    // Short names are words of everyday code as well: these can mean nothing else.
    const compound = (key: string) => /[A-Z]/.test(key);
    const keys = resourceNames.flatMap((name) => {
      const { inputs, outputs } = resourceSchema(name);
      return [...keysOf(inputs), ...keysOf(outputs)].filter(compound);
    });
    expect(keys).toEqual(expect.arrayContaining(["webhookEndpoint", "consumerSelector"]));
    expect(mentions([...keys, ...keys.map(wireName)], interpreter)).toEqual([]);
  });

  test("has one definition for each resource of schema.json", () => {
    const definitions = filesIn(join(root, "provider", "resources")).filter(
      (path) => path !== "index.ts" && path !== "definition.ts",
    );
    expect(definitions).toEqual(resourceNames.map((name) => `${variableOf(name)}.ts`).sort());
  });
});

function keysOf({ properties = {}, items, oneOf = [] }: Schema): string[] {
  const below = [...Object.values(properties), ...(items ? [items] : []), ...oneOf];
  return [...Object.keys(properties), ...below.flatMap(keysOf)];
}

interface Described {
  description?: string;
  properties?: Record<string, Described>;
}

describe("schema.json", () => {
  test("describes every type, resource, function, variable and property", () => {
    const { config, provider, types, resources, functions } = packageSchema;
    const nodes = Object.entries({
      ...types,
      ...resources,
      ...functions,
      provider,
    }) as [string, Described][];
    const bags: [string, Record<string, Described>][] = [
      ["config", config.variables],
      ["provider", provider.inputProperties],
      ...nodes.map(([token, node]): (typeof bags)[0] => [token, node.properties ?? {}]),
      ...Object.entries(resources).map(([token, it]): (typeof bags)[0] => [
        token,
        it.inputProperties,
      ]),
      ...Object.entries(functions).flatMap(([token, { inputs, outputs }]): typeof bags => [
        [token, inputs.properties],
        [token, outputs.properties],
      ]),
    ];
    const properties = bags.flatMap(([token, bag]) =>
      Object.entries(bag).map(([key, node]): [string, Described] => [`${token}.${key}`, node]),
    );
    // A sentence, for people: documentation and editors show it.
    const isSentence = (text = "") => /^[A-Z`].{4,}[.]$/s.test(text);
    const undescribed = [...nodes, ...properties].filter(
      ([, { description }]) => !isSentence(description),
    );
    expect(properties.length).toBeGreaterThan(60);
    expect(undescribed.map(([name]) => name)).toEqual([]);
  });

  test("is accepted by `pulumi schema check`, which refuses a reference to nothing", async () => {
    const home = temporaryFolder();
    const { HOME } = process.env;
    const env = {
      ...(HOME && { HOME }),
      PATH: `${await pulumiBin()}:${process.env.PATH}`,
      PULUMI_HOME: home,
      PULUMI_SKIP_UPDATE_CHECK: "true",
    };
    const check = (path: string) => run("pulumi", ["schema", "check", path], home, env);
    expect(await check(join(root, "schema.json"))).toMatchObject({ code: 0 });
    const broken = textOf("schema.json").replaceAll(":EventKind", ":EventSort");
    writeFileSync(join(home, "schema.json"), broken.replace(":EventSort", ":EventKind"));
    expect(await check(join(home, "schema.json"))).toMatchObject({
      code: 1,
      text: expect.stringContaining("EventSort not found"),
    });
  });

  test("is what the committed types were generated from", async () => {
    await mustRun("npm", ["run", "-s", "generate", "--", "--check"], root);
  });
});

type Limits = Record<string, unknown>;

/** The words that limit a value. Patterns are left out: each side writes its own. */
const words = ["minLength", "maxLength", "minimum", "maximum", "minItems", "uniqueItems"] as const;

/** A body as either side describes it, in names of the wire. */
interface Body extends Limits {
  properties?: Record<string, Body>;
  required?: readonly string[];
  items?: Body;
  oneOf?: readonly Body[];
  discriminator?: { propertyName: string };
  const?: string;
  enum?: readonly string[];
}

/** What is said of every place of a body, with the tag of the branch that it stands in. */
function limitsOf(node: Body, path = ""): Record<string, Limits> {
  const said = Object.fromEntries(
    words.flatMap((word) => (word in node ? [[word, node[word]]] : [])),
  );
  const values = node.const === undefined ? node.enum : [node.const];
  const own: Limits = {
    ...said,
    ...(values && { values: [...values].sort() }),
    ...(node.properties && { keys: Object.keys(node.properties).sort() }),
    ...(node.required && { required: [...node.required].sort() }),
  };
  const below = Object.entries(node.properties ?? {}).map(([key, child]) =>
    limitsOf(child, `${path}.${key}`),
  );
  const tag = node.discriminator?.propertyName ?? "";
  const branches = (node.oneOf ?? []).flatMap((branch) => {
    const { const: only, enum: tags = [only] } = branch.properties?.[tag] ?? {};
    return tags.map((value) => {
      const named = { ...branch.properties, [tag]: { const: String(value) } };
      return limitsOf({ ...branch, properties: named }, `${path}[${value}]`);
    });
  });
  const items = node.items ? limitsOf(node.items, `${path}[]`) : {};
  // What a union itself requires is its tag, which each branch requires as well.
  return Object.assign(node.oneOf ? {} : { [path]: own }, items, ...below, ...branches);
}

/** A resource's inputs in names of the wire. */
function wireBody(schema: Schema): Body {
  const { properties, items, oneOf, discriminator, required, ...said } = schema;
  const renamed = Object.entries(properties ?? {}).map(([key, child]) => [
    wireName(key),
    wireBody(child),
  ]);
  return {
    ...said,
    ...(properties && { properties: Object.fromEntries(renamed) }),
    ...(required && { required: required.map(wireName) }),
    ...(items && { items: wireBody(items) }),
    ...(oneOf && { oneOf: oneOf.map(wireBody) }),
    ...(discriminator && { discriminator }),
  };
}

describe("the emulator, written from the interface's own tables, agrees with schema.json", () => {
  test.each([
    ["EventStream", createStream],
    ["RateLimitPolicy", createPolicy],
    ["GuardianFcmv1Provider", writeFcmv1],
  ])("on the properties, the values and the limits of %s", (name, body) => {
    const ours = limitsOf(wireBody(resourceSchema(name).inputs));
    expect(Object.keys(ours).length).toBeGreaterThan(1);
    expect(limitsOf(body as Body)).toEqual(ours);
  });

  test("on kinds of events and regions, each once", () => {
    const { "auth0-native:index:EventKind": kind, "auth0-native:index:AwsRegion": region } =
      packageSchema.types;
    const valuesOf = (type: { enum: { value: string }[] }) => type.enum.map(({ value }) => value);
    expect([...eventTypes].sort()).toEqual(valuesOf(kind).sort());
    expect([...awsRegions].sort()).toEqual(valuesOf(region).sort());
    expect(new Set(eventTypes).size).toBe(eventTypes.length);
    expect(new Set(awsRegions).size).toBe(awsRegions.length);
  });
});
