import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import ts from "typescript";
import { startTenant, type Tenant } from "../../emulator/src";
import { devDependencies, peerDependencies } from "../../package.json";
import { quickstartCopy, quickstartStack } from "../support/engine/quickstart";
import { nodeBin } from "../support/install/downloads";
import { installTimeout, packRepository } from "../support/install/package";
import {
  install,
  installTarballWithNpm,
  type PackageManager,
} from "../support/install/packageManagers";
import { type NodeMajor, pulumiVersions } from "../support/install/versions";
import {
  type CommandResult,
  exitAndOutput,
  removeTemporaryFolders,
  root,
} from "../support/project";

const { oldest, lastForNode20, newest } = pulumiVersions;

/** A project with the tarball installed, and the Node versions that run its program. */
interface Installation {
  manager: PackageManager;
  pulumi: string;
  typescript: string;
  nodes: NodeMajor[];
}

/**
 * Every Node line, every package manager, and both ends of the range of Pulumi versions. npm, which alone
 * refuses peer dependencies that do not fit, has the lower bound; pnpm, whose folders are the strictest, the
 * newest. npm with the Pulumi version in the middle is in install.test.ts; yarn makes the same folders as npm.
 */
const installations: Installation[] = [
  { manager: "npm", pulumi: oldest, typescript: "~5.9.3", nodes: [20] },
  { manager: "pnpm", pulumi: newest, typescript: "~6.0.3", nodes: [22, 24, 26] },
  { manager: "yarn", pulumi: lastForNode20, typescript: "~6.0.3", nodes: [20] },
];

const kinds = ["CommonJS", "ES module"] as const;
type Kind = (typeof kinds)[number];

/** A stack that a CommonJS program creates, an ES module leaves unchanged, and `destroy` removes. */
interface Lifecycle {
  /** The Node versions that the installed Pulumi accepts. */
  engines: string;
  ups: Record<Kind, CommandResult>;
  afterUps: ReturnType<typeof contentsOf>;
  destroy: CommandResult;
  afterDestroy: ReturnType<typeof contentsOf>;
}

const contentsOf = (tenant: Tenant) => ({
  streams: [...tenant.streams.values()].map(({ name }) => name),
  policies: [...tenant.policies.values()].map(({ consumer_selector }) => consumer_selector),
  credentials: tenant.fcmv1 !== undefined,
});

const nameOf = ({ manager, pulumi }: Installation, node: NodeMajor) =>
  `${manager}, Node ${node}, Pulumi ${pulumi}`;

const lifecycles = new Map<string, Promise<Lifecycle>>();

beforeAll(async () => {
  const file = await packRepository();
  // Installations by one manager share its cache, so they run one after the other.
  const last = new Map<PackageManager, Promise<unknown>>();
  for (const installation of installations) {
    const previous = last.get(installation.manager) ?? Promise.resolve();
    last.set(installation.manager, startLifecycles(installation, file, previous));
  }
  await Promise.all(last.values());
}, installTimeout);

afterAll(removeTemporaryFolders);

/** Starts the lifecycles of one installation, one after the other, since they share its folder. */
function startLifecycles(
  installation: Installation,
  tarball: string,
  previous: Promise<unknown>,
): Promise<unknown> {
  const project = previous.then(() => installedProject(installation, tarball));
  let latest: Promise<unknown> = project;
  for (const node of installation.nodes) {
    const lifecycle = settled(latest).then(async () => runLifecycle(await project, node));
    lifecycles.set(nameOf(installation, node), lifecycle);
    latest = lifecycle;
  }
  return settled(latest);
}

/** Resolves when the promise settles: the test that awaits the promise reports its failure. */
const settled = (promise: Promise<unknown>) => promise.catch(() => undefined);

async function installedProject(
  { manager, pulumi, typescript, nodes }: Installation,
  tarball: string,
): Promise<string> {
  const project = quickstartCopy(
    { "@pulumi/pulumi": pulumi, "pulumi-auth0-native": `file:${tarball}` },
    { typescript },
  );
  const bin = await nodeBin(nodes[0] as NodeMajor);
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  if (manager === "npm") await installTarballWithNpm(project, { env });
  else await install(manager, project, { env });
  return project;
}

async function runLifecycle(project: string, node: NodeMajor): Promise<Lifecycle> {
  const tenant = await startTenant();
  try {
    const stack = await quickstartStack(project, tenant, await nodeBin(node));
    writeCommonJs(project);
    const created = await stack.pulumi("up", "--yes", "--skip-preview");
    writeEsModule(project);
    const kept = await stack.pulumi("up", "--yes", "--skip-preview");
    const afterUps = contentsOf(tenant);
    // With a refresh, so that every Node also reads. `up --refresh` does not always print outputs.
    const destroy = await stack.pulumi("destroy", "--yes", "--skip-preview", "--refresh");
    return {
      engines: readJson(project, "node_modules/@pulumi/pulumi/package.json").engines.node,
      ups: { CommonJS: created, "ES module": kept },
      afterUps,
      destroy,
      afterDestroy: contentsOf(tenant),
    };
  } finally {
    await tenant.close();
  }
}

const readJson = (...path: string[]) => JSON.parse(readFileSync(join(...path), "utf8"));

const quickstart = (name: string) =>
  readFileSync(join(root, "examples", "quickstart", name), "utf8");

/** The quickstart's program, with an output that names the Node and the kind of module. */
const program = `${quickstart("index.ts")}
export const runBy = \`\${process.version} \${typeof module}\`;
`;

/** The quickstart as it is: TypeScript that Pulumi compiles to CommonJS. */
function writeCommonJs(project: string): void {
  const { type, ...manifest } = readJson(project, "package.json");
  writeFiles(project, {
    "index.ts": program,
    "tsconfig.json": quickstart("tsconfig.json"),
    "Pulumi.yaml": quickstart("Pulumi.yaml"),
    "package.json": JSON.stringify({ ...manifest, main: "index.ts" }),
  });
  rmSync(join(project, "index.js"), { force: true });
}

/** The same program as an ES module in JavaScript, which Pulumi does not compile. */
function writeEsModule(project: string): void {
  const { outputText } = ts.transpileModule(program, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  const manifest = readJson(project, "package.json");
  writeFiles(project, {
    "index.js": outputText,
    "Pulumi.yaml":
      "name: quickstart\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n",
    "package.json": JSON.stringify({ ...manifest, type: "module", main: "index.js" }),
  });
  for (const name of ["index.ts", "tsconfig.json"]) rmSync(join(project, name));
}

function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}

describe.each(
  installations.flatMap((installation) =>
    installation.nodes.map((node) => ({ node, name: nameOf(installation, node) })),
  ),
)("$name", ({ name, node }) => {
  const lifecycle = () => lifecycles.get(name) as Promise<Lifecycle>;

  test("Pulumi accepts this Node", async () => {
    const { engines } = await lifecycle();
    expect(engines).toMatch(/^>=\d+$/);
    expect(node).toBeGreaterThanOrEqual(Number(engines.replace(">=", "")));
  });

  test.each([
    ["CommonJS", "object", /\+ 4 created/],
    ["ES module", "undefined", / unchanged/],
  ] as const)("the quickstart runs as %s", async (kind, typeOfModule, result) => {
    const up = (await lifecycle()).ups[kind];
    expect(exitAndOutput(up)).toMatch(/^exit code 0\n/);
    expect(up.text).toMatch(result);
    expect(up.text).not.toMatch(/[~-] \d+ (updated|deleted)/);
    expect(up.text).toMatch(new RegExp(`runBy +: .*"v${node}\\.\\S+ ${typeOfModule}"`));
  });

  test("`pulumi destroy` deletes what the program created", async () => {
    const { afterUps, destroy, afterDestroy } = await lifecycle();
    expect(afterUps).toEqual({
      streams: ["crm"],
      policies: ["third_party_clients"],
      credentials: true,
    });
    expect(exitAndOutput(destroy)).toMatch(/^exit code 0\n[\s\S]*- 4 deleted/);
    // The service has no way to delete push credentials.
    expect(afterDestroy).toEqual({ streams: [], policies: [], credentials: true });
  });
});

describe("the tested Pulumi versions", () => {
  test("begin with the lower bound of the peer dependency", () => {
    expect(peerDependencies["@pulumi/pulumi"]).toBe(`>=${oldest} <4`);
  });

  test("include the version that the other tests use", () => {
    expect(devDependencies["@pulumi/pulumi"]).toBe(lastForNode20);
  });

  test("end with one that requires Node 22, so that Node 20 needs an older one by name", async () => {
    const lifecycle = await lifecycles.get(`pnpm, Node 22, Pulumi ${newest}`);
    expect(lifecycle?.engines).toBe(">=22");
  });
});
