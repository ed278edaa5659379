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

/** Folders of projects in which the package is found in one way each. */
const layouts: Record<string, () => string> = {
  "an installed package"() {
    const folder = temporaryFolder();
    installInto(join(folder, "node_modules"));
    return folder;
  },
  "folders whose names have spaces and signs"() {
    const folder = join(temporaryFolder(), "my project", "a+b#c%20(d)");
    installInto(join(folder, "node_modules"));
    return folder;
  },
  "a project below a folder of the package's name"() {
    const folder = join(temporaryFolder(), "node_modules", packageName, "bin", "sdk");
    installInto(join(folder, "node_modules"));
    return folder;
  },
  "pnpm's links to real folders"() {
    const folder = temporaryFolder();
    const modules = join(folder, "node_modules");
    const real = installInto(join(modules, ".pnpm", `${packageName}@1.0.0`, "node_modules"));
    symlinkSync(real, join(modules, packageName));
    symlinkSync(join(root, "node_modules", "@pulumi"), join(modules, "@pulumi"));
    return folder;
  },
  "examples within the package's own repository"() {
    const repository = temporaryFolder();
    const modules = join(repository, "node_modules");
    installInto(modules, repository);
    symlinkSync("..", join(modules, packageName));
    const folder = join(repository, "examples", "one");
    mkdirSync(folder, { recursive: true });
    return folder;
  },
};

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
  files: Record<string, string>,
  ...flags: string[]
): Promise<Record<string, string>> {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const [program = ""] = Object.keys(files);
  const preload = join(__dirname, "..", "support", "engine", "positions.cjs");
  const environment = { ...process.env, ...lazyPulumi };
  const args = ["-r", preload, ...flags, program];
  const { stdout } = await mustRun(process.execPath, args, folder, environment);
  return Object.assign(
    {},
    ...stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  );
}

const uri = (folder: string, file: string, line: number) =>
  `${pathToFileURL(join(folder, file))}:${line}`;

test.each(Object.keys(layouts))(
  "a resource's source position is the program's, with %s",
  async (layout) => {
    const folder = layouts[layout]?.() ?? "";
    const program = `${commonJs}new RateLimitPolicy("top", args);
[1].forEach(() => new RateLimitPolicy("callback", args));
new RateLimitPolicy("outer", args, {
  transformations: [() => {
    if (!globalThis.inner) globalThis.inner = new RateLimitPolicy("inner", args);
  }],
});
`;
    expect(await positionsIn(folder, { "index.js": program })).toEqual({
      top: uri(folder, "index.js", 6),
      callback: uri(folder, "index.js", 7),
      outer: uri(folder, "index.js", 8),
      inner: uri(folder, "index.js", 10),
    });
  },
);

test("an ES module's resources have positions of its file, at the top and after an await", async () => {
  const folder = layouts["folders whose names have spaces and signs"]?.() ?? "";
  const program = `${esModule}new RateLimitPolicy("top", args);
const make = async (name) => new RateLimitPolicy(name, args);
await new Promise(setImmediate);
await make("function");
new RateLimitPolicy("awaited", args);
`;
  expect(await positionsIn(folder, { "index.mjs": program })).toEqual({
    top: uri(folder, "index.mjs", 6),
    function: uri(folder, "index.mjs", 7),
    awaited: uri(folder, "index.mjs", 10),
  });
});

test("a path that the SDK would misread gives no position rather than another file's", async () => {
  const folder = join(temporaryFolder(), "my project (copy)");
  installInto(join(folder, "node_modules"));
  const program = `${commonJs}new RateLimitPolicy("top", args);`;
  expect(await positionsIn(folder, { "index.js": program })).toEqual({ top: "none" });
});

test.each([
  ["Node's own source maps", "--enable-source-maps"],
  ["source-map-support", "--require=source-map-support/register"],
])("a compiled program's positions are lines of its TypeScript, by %s", async (_, flag) => {
  const folder = layouts["an installed package"]?.() ?? "";
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
  expect(await positionsIn(folder, { "index.js": outputText }, flag)).toEqual({
    mapped: uri(folder, "index.ts", lines.length - 1),
    after: expect.stringContaining(`${join(folder, "index.ts")}:${lines.length}:`),
  });
});

test.each([
  ["cannot be written", "writable: false, configurable: false"],
  ["can be written and not configured", "writable: true, configurable: false"],
])(
  "a prepareStackTrace that %s is left as it is, and resources are made",
  async (_, attributes) => {
    const folder = layouts["an installed package"]?.() ?? "";
    const program = `${commonJs}const format = (error, sites) => ["mine", ...sites].join("\\n    at ");
Object.defineProperty(Error, "prepareStackTrace", { value: format, ${attributes} });
new RateLimitPolicy("one", args);
console.log(JSON.stringify({
  same: Error.prepareStackTrace === format,
  stack: new Error("two").stack,
}));
`;
    expect(await positionsIn(folder, { "index.js": program })).toEqual({
      one: expect.stringContaining("file://"),
      same: true,
      stack: expect.stringMatching(/^mine\n {4}at .*index\.js/),
    });
  },
);
