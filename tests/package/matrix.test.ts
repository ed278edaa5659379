import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import ts from "typescript";
import { startTenant } from "../../emulator/src";
import { devDependencies, peerDependencies } from "../../package.json";
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

const { oldest, lastForNode20, newest } = pulumiVersions;

afterAll(removeTemporaryFolders);

/**
 * The package managers, module kinds, and versions that install.test.ts does not have. pnpm, whose folders
 * are the strictest, has the newest versions. CI runs all tests on each Node line in between.
 */
const installations = [
  { manager: "pnpm", pulumi: newest, node: 26, kind: "ES module", language: "javascript" },
  { manager: "yarn", pulumi: lastForNode20, node: 20, kind: "CommonJS", language: "typescript" },
] as const;
type Installation = (typeof installations)[number];

/** Each package manager's project with the installed tarball. */
const projects = Object.fromEntries(
  installations.map((installation) => [installation.manager, installedProject(installation)]),
);

async function installedProject({
  manager,
  pulumi,
  node,
  language,
}: Installation): Promise<string> {
  const file = `file:${await packRepository()}`;
  const versions = { "@pulumi/pulumi": pulumi, "pulumi-auth0-native": file };
  const project = await newProject(pinnedTemplate(language, versions));
  const env = { ...process.env, PATH: `${await nodeBin(node)}:${process.env.PATH}` };
  await install(manager, project, { env });
  return project;
}

test("the template in JavaScript has the program of that in TypeScript", () => {
  const [program, other] = ["javascript/index.js", "typescript/index.ts"].map((file) =>
    readFileSync(join(root, "templates", file), "utf8"),
  );
  expect(program).toBe(other);
});

test.concurrent.each(installations)(
  "with $manager, Node $node and Pulumi $pulumi, the template in $language runs as $kind",
  async ({ manager, node, kind, language }) => {
    const project = (await projects[manager]) as string;
    const extension = { typescript: "ts", javascript: "js" }[language];
    writeFileSync(join(project, `index.${extension}`), programNamingNode);
    const tenant = await startTenant();
    try {
      const settings = { ...tenant.environment, PULUMI_NODEJS_TRANSPILE_ONLY: "true" };
      const stack = await quickstartStack(project, settings, await nodeBin(node));
      const up = await stack.pulumi("up", "--yes", "--skip-preview");
      expect(exitAndOutput(up)).toMatch(/^exit code 0\n[\s\S]*\+ 4 created/);
      const typeOfModule = kind === "CommonJS" ? "object" : "undefined";
      const [[streamId], [policyId]] = [[...tenant.streams.keys()], [...tenant.policies.keys()]];
      const runBy = expect.stringMatching(new RegExp(`^v${node}\\.\\S+ ${typeOfModule}$`));
      expect(stackOutputsIn(stack)).toEqual({ streamId, policyId, failedDeliveries: [], runBy });
      expect(tenant.fcmv1).toEqual({ server_credentials: firebaseCredentials });
      // install.test.ts checks the template in TypeScript for drift.
      if (language === "typescript") return;
      const drift = await stack.pulumi("refresh", "--preview-only", "--expect-no-changes");
      expect(exitAndOutput(drift)).toMatch(/^exit code 0\n/);
    } finally {
      await tenant.close();
    }
  },
);

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
    const project = (await projects.pnpm) as string;
    for (const [name, text] of files) writeFileSync(join(project, name), text);
    const common = { target: "es2022", strict: true, skipLibCheck: true, types: [] };
    const settings = { ...common, module, moduleResolution, ignoreDeprecations: "6.0" };
    const paths = files.map(([name]) => join(project, name));
    expect(compile(ts, paths, optionsOf(ts, settings)).errors).toEqual({});
  },
);

describe("the tested Pulumi versions", () => {
  test("begin with the lower bound of the peer dependency", () => {
    expect(peerDependencies["@pulumi/pulumi"]).toBe(`>=${oldest} <4`);
  });

  test("include the version that the other tests use", () => {
    expect(devDependencies["@pulumi/pulumi"]).toBe(lastForNode20);
  });
});
