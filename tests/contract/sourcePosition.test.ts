import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "@jest/globals";
import ts from "typescript";
import { lazyPulumi } from "../support/engine/environment";
import { mustRun, removeTemporaryFolders, root, temporaryFolder } from "../support/project";

afterAll(removeTemporaryFolders);

const { name: packageName, dependencies } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
);

/** Puts what the compiled package depends on into a folder, and the package itself there or elsewhere. */
function installInto(modules: string, installed = join(modules, packageName)): string {
  mkdirSync(modules, { recursive: true });
  for (const name of [...Object.keys(dependencies), "@pulumi"])
    symlinkSync(join(root, "node_modules", name), join(modules, name));
  for (const part of ["bin", "package.json"])
    cpSync(join(root, part), join(installed, part), { recursive: true });
  return installed;
}

/** A project with the package installed, in a folder of this name. */
function projectIn(...name: string[]): string {
  const folder = join(temporaryFolder(), ...name);
  installInto(join(folder, "node_modules"));
  return folder;
}

/** A project with the package as pnpm installs it: a link to the real folder. */
function projectOfPnpm(): string {
  const folder = temporaryFolder();
  const modules = join(folder, "node_modules");
  const real = installInto(join(modules, ".pnpm", `${packageName}@1.0.0`, "node_modules"));
  symlinkSync(real, join(modules, packageName));
  symlinkSync(join(root, "node_modules", "@pulumi"), join(modules, "@pulumi"));
  return folder;
}

const commonJs = `const { RateLimitPolicy } = require("pulumi-auth0-native");
const args = {
  resource: "oauth_authentication_api", consumer: "client", consumerSelector: "default",
  configuration: { action: "allow" },
};
`;
const esModule = commonJs.replace(/const (.*) = require\((.*)\);/, "import $1 from $2;");

/** Runs a program with the SDK's own mocks: the line of each resource, by its name. */
async function positionsIn(
  folder: string,
  file: string,
  program: string,
  ...flags: string[]
): Promise<Record<string, string>> {
  writeFileSync(join(folder, file), program);
  const preload = join(__dirname, "..", "support", "engine", "positions.cjs");
  const environment = { ...process.env, ...lazyPulumi };
  const args = ["-r", preload, ...flags, file];
  const { stdout } = await mustRun(process.execPath, args, folder, environment);
  const lines = stdout.trim().split("\n");
  return Object.assign({}, ...lines.map((line) => JSON.parse(line)));
}

const uri = (folder: string, file: string, line: number) =>
  `${pathToFileURL(join(folder, file))}:${line}`;

test.each<[string, () => string]>([
  [
    "below a folder of the package's name",
    () => projectIn("node_modules", packageName, "bin", "sdk"),
  ],
  ["with pnpm's links to real folders", projectOfPnpm],
])("a resource's source position is the program's, %s", async (_, makeProject) => {
  const folder = makeProject();
  const program = `${commonJs}new RateLimitPolicy("outer", args, {
  transformations: [() => {
    if (!globalThis.inner) globalThis.inner = new RateLimitPolicy("inner", args);
  }],
});
`;
  expect(await positionsIn(folder, "index.js", program)).toEqual({
    outer: uri(folder, "index.js", 6),
    inner: uri(folder, "index.js", 8),
  });
});

test("an ES module's resources have positions of its file, at the top and after an await", async () => {
  const folder = projectIn("my project", "a+b#c%20(d)");
  const program = `${esModule}new RateLimitPolicy("top", args);
await new Promise(setImmediate);
new RateLimitPolicy("awaited", args);
`;
  expect(await positionsIn(folder, "index.mjs", program)).toEqual({
    top: uri(folder, "index.mjs", 6),
    awaited: uri(folder, "index.mjs", 8),
  });
});

test("a path that the SDK would misread gives no position rather than another file's", async () => {
  const folder = projectIn("my project (copy)");
  const program = `${commonJs}new RateLimitPolicy("top", args);`;
  expect(await positionsIn(folder, "index.js", program)).toEqual({ top: "none" });
});

test.each([
  ["Node's own source maps", "--enable-source-maps"],
  ["source-map-support", "--require=source-map-support/register"],
])("a compiled program's positions are lines of its TypeScript, by %s", async (_, flag) => {
  const folder = projectIn();
  for (const name of ["source-map-support", "source-map", "buffer-from"])
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  const lines = [
    "interface Erased {",
    "  one: string;",
    "}",
    ...esModule.trim().split("\n"),
    'new RateLimitPolicy("mapped", args as never);',
    'console.log(JSON.stringify({ after: new Error("after").stack }));',
  ];
  const { outputText } = ts.transpileModule(lines.join("\n"), {
    fileName: "index.ts",
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2022,
      inlineSourceMap: true,
      inlineSources: true,
    },
  });
  expect(await positionsIn(folder, "index.js", outputText, flag)).toEqual({
    mapped: uri(folder, "index.ts", lines.length - 1),
    after: expect.stringContaining(`${join(folder, "index.ts")}:${lines.length}:`),
  });
});

test("a prepareStackTrace that the program has frozen is left as it is, and resources are made", async () => {
  const folder = projectIn();
  const program = `${commonJs}const format = (error, sites) => ["mine", ...sites].join("\\n    at ");
Object.defineProperty(Error, "prepareStackTrace", { value: format });
new RateLimitPolicy("one", args);
console.log(JSON.stringify({ same: Error.prepareStackTrace === format }));
`;
  expect(await positionsIn(folder, "index.js", program)).toEqual({
    one: expect.stringContaining("file://"),
    same: true,
  });
});
