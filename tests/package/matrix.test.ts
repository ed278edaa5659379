import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import ts from "typescript";
import { startTenant, type Tenant } from "../../emulator/src";
import { quickstartCopy, quickstartStack } from "../support/engine/quickstart";
import { type NodeMajor, nodeBin } from "../support/install/downloads";
import { pack, patience } from "../support/install/package";
import { install, type PackageManager, packageManagers } from "../support/install/packageManagers";
import {
  type CommandResult,
  exitAndOutput,
  removeTemporaryFolders,
  root,
} from "../support/project";

interface Platform {
  node: NodeMajor;
  pulumi: string;
  typescript: string;
}

/** It takes no TypeScript 6. */
const oldest: Platform = { node: 20, pulumi: "3.216.0", typescript: "~5.9.3" };
const middle: Platform = { node: 20, pulumi: "3.248.0", typescript: "~6.0.3" };
/** It asks for Node 22. */
const newest: Platform = { node: 22, pulumi: "3.270.0", typescript: "~6.0.3" };

/**
 * Each platform, each manager and each kind of module, and pnpm, whose folders are the strictest, at
 * both ends. npm with the middle one is in install.test.ts; yarn's folders are like npm's.
 */
const platformsOf: Record<PackageManager, Platform[]> = {
  npm: [oldest],
  pnpm: [oldest, newest],
  yarn: [middle],
};

const kinds = ["CommonJS", "ES module"] as const;
type Kind = (typeof kinds)[number];

/** Made by a program of the first kind, kept by one of the second, and destroyed. */
interface Life {
  ups: Record<Kind, CommandResult>;
  held: ReturnType<typeof holdings>;
  destroy: CommandResult;
  left: ReturnType<typeof holdings>;
}

const holdings = (tenant: Tenant) => ({
  streams: [...tenant.streams.values()].map(({ name }) => name),
  policies: [...tenant.policies.values()].map(({ consumer_selector }) => consumer_selector),
  credentials: tenant.fcmv1 !== undefined,
});

const nameOf = (manager: PackageManager, { node, pulumi }: Platform) =>
  `${manager}, Node ${node}, Pulumi ${pulumi}`;

const lives = new Map<string, Promise<Life>>();

beforeAll(async () => {
  const { file } = await pack(root);
  // One manager's installations share its cache, and are made one after the other.
  for (const manager of packageManagers) {
    let before: Promise<unknown> = Promise.resolve();
    for (const platform of platformsOf[manager]) {
      const life = before.then(() => live(manager, platform, file));
      lives.set(nameOf(manager, platform), life);
      before = life.catch(() => undefined);
    }
  }
  await Promise.allSettled(lives.values());
}, patience);

afterAll(removeTemporaryFolders);

async function live(
  manager: PackageManager,
  { node, pulumi, typescript }: Platform,
  tarball: string,
): Promise<Life> {
  const project = quickstartCopy(
    { "@pulumi/pulumi": pulumi, "pulumi-auth0-native": `file:${tarball}` },
    { typescript },
  );
  const bin = await nodeBin(node);
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  await install(manager, project, { env });
  const tenant = await startTenant();
  try {
    const stack = await quickstartStack(project, tenant, bin);
    const ups = {} as Life["ups"];
    for (const kind of kinds) {
      write[kind](project);
      ups[kind] = await stack.pulumi("up", "--yes", "--skip-preview");
    }
    const held = holdings(tenant);
    const destroy = await stack.pulumi("destroy", "--yes", "--skip-preview");
    return { ups, held, destroy, left: holdings(tenant) };
  } finally {
    await tenant.close();
  }
}

/** Makes of the installed project one of this kind, which also says what runs it. */
const write: Record<Kind, (project: string) => void> = {
  CommonJS(project) {
    const program = readFileSync(join(project, "index.ts"), "utf8");
    writeFileSync(
      join(project, "index.ts"),
      `${program}export const runBy = \`\${process.version} \${typeof module}\`;\n`,
    );
  },
  "ES module"(project) {
    const program = readFileSync(join(project, "index.ts"), "utf8");
    const { outputText } = ts.transpileModule(program, {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
    });
    for (const name of ["index.ts", "tsconfig.json"]) rmSync(join(project, name));
    writeFileSync(join(project, "index.js"), outputText);
    const file = join(project, "package.json");
    const manifest = JSON.parse(readFileSync(file, "utf8"));
    writeFileSync(file, JSON.stringify({ ...manifest, type: "module", main: "index.js" }));
    writeFileSync(
      join(project, "Pulumi.yaml"),
      "name: quickstart\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n",
    );
  },
};

describe.each(
  packageManagers.flatMap((manager) =>
    platformsOf[manager].map((platform) => ({ ...platform, name: nameOf(manager, platform) })),
  ),
)("$name", ({ name, node }) => {
  const life = () => lives.get(name) as Promise<Life>;

  test.each([
    ["CommonJS", "object", /\+ 4 created/],
    ["ES module", "undefined", / unchanged/],
  ] as const)("runs the quickstart as %s from an empty project", async (kind, scope, done) => {
    const up = (await life()).ups[kind];
    expect(exitAndOutput(up)).toMatch(/^exit code 0\n/);
    expect(up.text).toMatch(done);
    expect(up.text).not.toMatch(/[~-] \d+ (updated|deleted)/);
    expect(up.text).toMatch(new RegExp(`runBy +: .*"v${node}\\.\\S+ ${scope}"`));
  });

  test("destroys what it made", async () => {
    const { held, destroy, left } = await life();
    expect(held).toEqual({
      streams: ["crm"],
      policies: ["third_party_clients"],
      credentials: true,
    });
    expect(exitAndOutput(destroy)).toMatch(/^exit code 0\n[\s\S]*- 4 deleted/);
    // The service has no way to delete push credentials.
    expect(left).toEqual({ streams: [], policies: [], credentials: true });
  });
});
