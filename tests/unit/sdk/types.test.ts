import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { copyOfRepository, mustRun, removeTemporaryFolders, root } from "../../support/project";
import { compile, compilers, optionsOf, programsIn, quickstart } from "../../types/compile";

afterAll(removeTemporaryFolders);

const right = programsIn("right");
const wrong = programsIn("wrong");

/** What projects say to the compiler: as the quickstart does, as the strictest, as older ones. */
const { moduleResolution: _, ...byDefault } = quickstart as Record<string, unknown>;
const settings: [string, object][] = [
  ["the quickstart's settings", quickstart],
  ["exactOptionalPropertyTypes", { ...quickstart, exactOptionalPropertyTypes: true }],
  ["CommonJS modules", { ...byDefault, module: "commonjs", target: "es2020" }],
];

const cases = compilers.flatMap((compiler) =>
  settings.map(([name, options]) => ({
    name: `TypeScript ${compiler.versionMajorMinor}, ${name}`,
    compiler,
    options: optionsOf(compiler, options),
  })),
);

/** What stands after a directive: the code, what the compiler names or underlines, the fact. */
const directive = /^\s*\/\/ @ts-expect-error (TS\d+) (\S+): (.+)$/;

interface Expectation {
  /** The line that is wrong, from 1. */
  line: number;
  code: string;
  name: string;
  fact: string;
}

function expectationsIn(file: string): Expectation[] {
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.flatMap((text, index) => {
    const [, code, name, fact] = directive.exec(text) ?? [];
    if (code === undefined || name === undefined || fact === undefined) return [];
    return [{ line: index + 2, code, name, fact }];
  });
}

test("there are programs enough, and no two wrong ones for the same", () => {
  const facts = wrong.flatMap(expectationsIn).map(({ fact }) => fact);
  expect(facts.length).toBeGreaterThan(50);
  expect(new Set(facts).size).toBe(facts.length);
  const programs = right.flatMap((file) => readFileSync(file, "utf8").match(/^export /gm) ?? []);
  expect(programs.length).toBeGreaterThan(25);
});

test("the compilers are the two that are promised, and strict", () => {
  expect(compilers.map(({ versionMajorMinor }) => versionMajorMinor)).toEqual(["6.0", "5.9"]);
  expect(cases.map(({ options }) => options.strict)).toEqual(cases.map(() => true));
});

describe.each(cases)("$name", ({ compiler, options }) => {
  let told: ReturnType<typeof compile>;

  beforeAll(() => {
    // Without the directives, so that what they would hide is told.
    const unmarked = (text: string) => text.replaceAll("@ts-expect-error", "");
    told = compile(compiler, [...right, ...wrong], options, unmarked);
  });

  test("right programs compile", () => {
    const { problems, sources } = told;
    expect(right.flatMap((file) => problems[file] ?? [])).toEqual([]);
    expect(Object.keys(problems).sort()).toEqual(wrong);
    // With the declarations that the package brings, and not with its sources.
    const ours = sources.filter((path) => /\/sdk\/index\./.test(path));
    expect(ours).toEqual([join(root, "bin", "sdk", "index.d.ts")]);
  });

  test("wrong programs are wrong just where they say so, once, for what is wrong there", () => {
    for (const file of wrong) {
      const expected = expectationsIn(file);
      const found = (told.problems[file] ?? []).map(({ line, code, message, at }) => {
        const name = expected.find((one) => one.line === line)?.name ?? "";
        const named = at === name || message.includes(`'${name}'`);
        return { line, code, name: named ? name : `${at}: ${message}` };
      });
      expect(found).toEqual(expected.map(({ line, code, name }) => ({ line, code, name })));
    }
  });
});

test("a new branch of a union is told apart from the others by schema.json alone", async () => {
  const copy = copyOfRepository();
  const path = join(copy, "schema.json");
  const schema = JSON.parse(readFileSync(path, "utf8"));
  const token = "auth0-native:index:DelayConfiguration";
  schema.types[token] = {
    type: "object",
    description: "Requests over the limit wait.",
    properties: { action: { type: "string", const: "delay" }, seconds: { type: "integer" } },
    required: ["action", "seconds"],
  };
  const policy = schema.resources["auth0-native:index:RateLimitPolicy"].inputProperties;
  policy.configuration.oneOf.push({ $ref: `#/types/${token}` });
  writeFileSync(path, JSON.stringify(schema));
  await mustRun("npm", ["run", "-s", "generate"], copy);
  const types = readFileSync(join(copy, "sdk", "generated.ts"), "utf8");
  const refusing = (key: string) =>
    [...types.matchAll(/interface (\w+) \{([^}]*)\}/g)]
      .filter(([, , body]) => body?.includes(`${key}?: undefined;`))
      .map(([, name]) => name);
  expect(refusing("seconds")).toEqual([
    "AllowConfigurationArgs",
    "BlockConfigurationArgs",
    "LogConfigurationArgs",
    "RedirectConfigurationArgs",
  ]);
  expect(refusing("limit")).toEqual(["AllowConfigurationArgs", "DelayConfigurationArgs"]);
});
