import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import ts from "typescript";
import { startTenant } from "../../emulator/src";
import { peerDependencies } from "../../package.json";
import {
  firebaseCredentials,
  newProject,
  pinnedTemplate,
  programNamingNode,
  quickstartStack,
  stackOutputsIn,
} from "../support/engine/quickstart";
import { nodeBin } from "../support/install/downloads";
import { packRepository } from "../support/install/package";
import { install } from "../support/install/packageManagers";
import { pulumiVersions } from "../support/install/versions";
import { exitAndOutput, removeTemporaryFolders, root } from "../support/project";
import { compile, optionsOf } from "../types/compile";

const { oldest, newest } = pulumiVersions;

afterAll(removeTemporaryFolders);

/**
 * The newest versions, with pnpm, whose folders are the strictest. install.test.ts has the oldest ones, with npm. CI runs
 * all tests on each Node line in between.
 */
const project = installedProject();

async function installedProject(): Promise<string> {
  const versions = {
    "@pulumi/pulumi": newest,
    "pulumi-auth0-native": `file:${await packRepository()}`,
  };
  const folder = await newProject(pinnedTemplate("javascript", versions));
  const env = { ...process.env, PATH: `${await nodeBin(26)}:${process.env.PATH}` };
  await install("pnpm", folder, env);
  return folder;
}

test("the template in JavaScript has the program of that in TypeScript", () => {
  const [program, other] = ["javascript/index.js", "typescript/index.ts"].map((file) =>
    readFileSync(join(root, "templates", file), "utf8"),
  );
  expect(program).toBe(other);
});

test("with pnpm and the newest Node and Pulumi, the template in JavaScript runs as an ES module", async () => {
  const folder = await project;
  writeFileSync(join(folder, "index.js"), programNamingNode);
  const tenant = await startTenant();
  try {
    const stack = await quickstartStack(folder, tenant.environment, await nodeBin(26));
    const up = await stack.pulumi("up", "--yes", "--skip-preview");
    expect(exitAndOutput(up)).toMatch(/^exit code 0\n[\s\S]*\+ 4 created/);
    const [[streamId], [policyId]] = [[...tenant.streams.keys()], [...tenant.policies.keys()]];
    const runBy = expect.stringMatching(/^v26\.\S+ undefined$/);
    expect(stackOutputsIn(stack)).toEqual({ streamId, policyId, failedDeliveries: [], runBy });
    expect(tenant.fcmv1).toEqual({ server_credentials: firebaseCredentials });
    const drift = await stack.pulumi("refresh", "--preview-only", "--expect-no-changes");
    expect(exitAndOutput(drift)).toMatch(/^exit code 0\n/);
  } finally {
    await tenant.close();
  }
});

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

const named = (all: object, extension: string) =>
  Object.entries(all).map(([name, text]) => [`${name}.${extension}`, text] as const);

/** How programs and bundlers resolve packages, and the test files that each of them compiles. */
const resolutions = {
  // nodenext resolves packages in the same way.
  node16: {
    module: "node16",
    files: ["cts", "mts"].flatMap((extension) => named({ ...programs, provider }, extension)),
  },
  bundler: { module: "esnext", files: named({ ...programs, provider }, "ts") },
  // In package.json, it reads `types` and `typesVersions`, but not `exports`.
  node10: { module: "commonjs", files: named(programs, "ts") },
};

// pnpm's folders let a package import only declared dependencies.
test.each(Object.entries(resolutions))(
  "TypeScript finds the declarations by %s",
  async (moduleResolution, { module, files }) => {
    const folder = await project;
    for (const [name, text] of files) writeFileSync(join(folder, name), text);
    const common = { target: "es2022", strict: true, skipLibCheck: true, types: [] };
    const settings = { ...common, module, moduleResolution, ignoreDeprecations: "6.0" };
    const paths = files.map(([name]) => join(folder, name));
    expect(compile(ts, paths, optionsOf(ts, settings)).errors).toEqual({});
  },
);

test("the tested Pulumi versions begin with the lower bound of the peer dependency", () => {
  expect(peerDependencies["@pulumi/pulumi"]).toBe(`>=${oldest} <4`);
});
