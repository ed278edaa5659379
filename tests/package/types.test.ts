import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import ts from "typescript";
import { packRepository } from "../support/install/package";
import { install } from "../support/install/packageManagers";
import { pulumiVersions } from "../support/install/versions";
import { removeTemporaryFolders, temporaryFolder } from "../support/project";
import { compile, optionsOf } from "../types/compile";

/** Installed with pnpm, whose folders let a package import only what it declares. */
let project: string;

const policy = (configuration: string) =>
  `new RateLimitPolicy("one", { resource: "oauth_authentication_api", consumer: "client",
    consumerSelector: "default", configuration: ${configuration} });\n`;

const programOf = (path: string) => `import { RateLimitPolicy } from "${path}";
${policy('{ action: "block", limit: 100 }')}
// @ts-expect-error An error only if the compiler finds the declarations: it refuses the limit.
${policy('{ action: "allow", limit: 100 }').replaceAll("\n", " ")}
`;
/** A program for each import path with the classes. */
const programs = {
  program: programOf("pulumi-auth0-native"),
  plugin: programOf("pulumi-auth0-native/plugin"),
  dynamic: programOf("pulumi-auth0-native/dynamic"),
};
const provider = `import { eventStream } from "pulumi-auth0-native/provider";
export const create: Function = eventStream.create;
// @ts-expect-error An error only if the compiler finds the declarations: there is no such export.
eventStream.absent;
`;

beforeAll(async () => {
  const file = await packRepository();
  project = temporaryFolder();
  const dependencies = {
    "@pulumi/pulumi": pulumiVersions.lastForNode20,
    "pulumi-auth0-native": `file:${file}`,
  };
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, dependencies }));
  await install("pnpm", project);
  for (const extension of ["ts", "mts", "cts"]) {
    for (const [name, text] of Object.entries({ ...programs, provider })) {
      writeFileSync(join(project, `${name}.${extension}`), text);
    }
  }
});

afterAll(removeTemporaryFolders);

const named = (names: string[], extension: string) => names.map((name) => `${name}.${extension}`);
const all = [...Object.keys(programs), "provider"];

/** How programs and bundlers resolve packages, and the test files that each of them compiles. */
const resolutions = {
  // nodenext resolves packages in the same way.
  node16: { module: "node16", files: [...named(all, "cts"), ...named(all, "mts")] },
  bundler: { module: "esnext", files: named(all, "ts") },
  // Of package.json it reads `types` and `typesVersions`, not `exports`.
  node10: { module: "commonjs", files: named(Object.keys(programs), "ts") },
};

test.each(Object.entries(resolutions))(
  "TypeScript finds the declarations by %s",
  (moduleResolution, { module, files }) => {
    const common = { target: "es2022", strict: true, skipLibCheck: true, types: [] };
    const settings = { ...common, module, moduleResolution, ignoreDeprecations: "6.0" };
    const paths = files.map((file) => join(project, file));
    expect(compile(ts, paths, optionsOf(ts, settings)).errors).toEqual({});
  },
);
