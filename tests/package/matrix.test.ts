import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import ts from "typescript";
import { startTenant } from "../../emulator/src";
import { devDependencies, peerDependencies } from "../../package.json";
import { quickstartCopy, quickstartStack } from "../support/engine/quickstart";
import { readState } from "../support/engine/stateFile";
import { nodeBin } from "../support/install/downloads";
import { packRepository } from "../support/install/package";
import {
  install,
  installTarballWithNpm,
  type PackageManager,
} from "../support/install/packageManagers";
import { type NodeMajor, pulumiVersions } from "../support/install/versions";
import { exitAndOutput, removeTemporaryFolders, root } from "../support/project";

const { oldest, lastForNode20, newest } = pulumiVersions;

afterAll(removeTemporaryFolders);

/** A project with the tarball installed, and the Node version that runs its program. */
interface Installation {
  manager: PackageManager;
  pulumi: string;
  typescript: string;
  node: NodeMajor;
  kind: "CommonJS" | "ES module";
  /** Whether Pulumi checks the types of the program: install.test.ts has it done by TypeScript 6. */
  isChecked?: true;
}

/**
 * Both ends of the ranges of Node and Pulumi versions, every package manager, both kinds of modules. npm, which
 * alone refuses peer dependencies that do not fit, has the lower bound; pnpm, whose folders are the strictest,
 * the newest. CI runs all tests on each Node line in between.
 */
const installations: Installation[] = [
  {
    manager: "npm",
    pulumi: oldest,
    typescript: "~5.9.3",
    node: 20,
    kind: "CommonJS",
    isChecked: true,
  },
  { manager: "pnpm", pulumi: newest, typescript: "~6.0.3", node: 26, kind: "ES module" },
  { manager: "yarn", pulumi: lastForNode20, typescript: "~6.0.3", node: 20, kind: "CommonJS" },
];

async function installedProject({ manager, pulumi, typescript, node }: Installation) {
  const project = quickstartCopy(
    { "@pulumi/pulumi": pulumi, "pulumi-auth0-native": `file:${await packRepository()}` },
    { typescript },
  );
  const env = { ...process.env, PATH: `${await nodeBin(node)}:${process.env.PATH}` };
  if (manager === "npm") await installTarballWithNpm(project, { env });
  else await install(manager, project, { env });
  return project;
}

/** The quickstart's program, with an output that names the Node and the kind of module. */
const program = `${readFileSync(join(root, "examples", "quickstart", "index.ts"), "utf8")}
export const runBy = \`\${process.version} \${typeof module}\`;
`;

/** The same program as an ES module in JavaScript, which Pulumi does not compile. */
function writeEsModule(project: string): void {
  const { outputText } = ts.transpileModule(program, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  const manifest = JSON.parse(readFileSync(join(project, "package.json"), "utf8"));
  const settings = "runtime:\n  name: nodejs\n  options:\n    typescript: false\n";
  const files = {
    "index.js": outputText,
    "Pulumi.yaml": `name: test\n${settings}`,
    "package.json": JSON.stringify({ ...manifest, type: "module", main: "index.js" }),
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
  for (const name of ["index.ts", "tsconfig.json"]) rmSync(join(project, name));
}

test.concurrent.each(installations)(
  "with $manager, Node $node and Pulumi $pulumi, the quickstart runs as $kind",
  async (installation) => {
    const { node, kind, isChecked } = installation;
    const project = await installedProject(installation);
    if (kind === "ES module") writeEsModule(project);
    else writeFileSync(join(project, "index.ts"), program);
    const tenant = await startTenant();
    try {
      const settings = {
        ...tenant.environment,
        ...(!isChecked && { PULUMI_NODEJS_TRANSPILE_ONLY: "true" }),
      };
      const stack = await quickstartStack(project, settings, await nodeBin(node));
      const up = await stack.pulumi("up", "--yes", "--skip-preview");
      expect(exitAndOutput(up)).toMatch(/^exit code 0\n[\s\S]*\+ 4 created/);
      const typeOfModule = kind === "CommonJS" ? "object" : "undefined";
      const { resources } = readState(join(stack.home, "state"));
      const { outputs } = resources.find(({ type }) => type === "pulumi:pulumi:Stack") ?? {};
      expect(outputs?.runBy).toMatch(new RegExp(`^v${node}\\.\\S+ ${typeOfModule}$`));
      expect([tenant.streams.size, tenant.policies.size]).toEqual([1, 1]);

      // With a refresh, so that every Node also reads.
      const destroy = await stack.pulumi("destroy", "--yes", "--skip-preview", "--refresh");
      expect(exitAndOutput(destroy)).toMatch(/^exit code 0\n[\s\S]*- 4 deleted/);
      expect([tenant.streams.size, tenant.policies.size]).toEqual([0, 0]);
    } finally {
      await tenant.close();
    }
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
