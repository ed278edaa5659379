import { readFileSync, rmSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join, relative } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { extract, list } from "tar";
import { version } from "../../package.json";
import { type Bundle, bundlePlugin } from "../../tools/plugin";
import { archiveScript, checksumLine } from "../../tools/plugin/archive";
import { makeExecutable, makeProgram } from "../../tools/plugin/singleExecutable";
import { isExecutable } from "../../tools/pulumiBin/onPath";
import { baseEnvironment, pulumiFolder } from "../support/engine/environment";
import { nodeBin } from "../support/install/downloads";
import { releaseUrl, startRelease } from "../support/install/release";
import { bareEnvironment, startPlugin } from "../support/install/startedPlugin";
import {
  copyOfRepository,
  exitAndOutput,
  filesIn,
  removeTemporaryFolders,
  root,
  run,
  temporaryFolder,
} from "../support/project";

const executable = "pulumi-resource-auth0-native";
const read = (...path: string[]) => readFileSync(join(...path), "utf8");

afterAll(removeTemporaryFolders);

describe("the bundle", () => {
  let bundle: Bundle;
  /** The paths of its sources, relative to the repository. */
  let sources: string[];

  beforeAll(async () => {
    bundle = await bundlePlugin();
    sources = bundle.sources.map((path) => relative(root, path).replaceAll("\\", "/"));
  });

  test("is plugin/main.js, byte by byte", () => {
    expect(bundle.code === read(root, "plugin", "main.js")).toBe(true);
  });

  test("contains the plugin, and of @pulumi/pulumi only the protocol", () => {
    const ofPulumi = sources.filter((path) => path.includes("node_modules/@pulumi/pulumi/"));
    expect(sources).toContain("provider/adapters/plugin/service.ts");
    expect(ofPulumi).toContain("node_modules/@pulumi/pulumi/proto/provider_pb.js");
    const protocol = /^node_modules\/@pulumi\/pulumi\/proto\/\w+\.js$/;
    expect(ofPulumi.filter((path) => !protocol.test(path))).toEqual([]);
  });

  test("loads only modules of Node", () => {
    const loaded = [...bundle.code.matchAll(/\brequire\("([^"]+)"\)/g)].map(([, name]) => name);
    expect(loaded).toContain("http2");
    const packages = loaded.filter((name) => !isBuiltin(name as string));
    // tools/plugin/index.ts says why nothing loads it.
    expect([...new Set(packages)]).toEqual(["@grpc/proto-loader"]);
  });

  test("comes with the license of every package in it", () => {
    const notices = read(root, "plugin", "THIRD_PARTY_LICENSES");
    const names = sources.flatMap((path) => {
      const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path) ?? [];
      return name ?? [];
    });
    expect(names).toEqual(expect.arrayContaining(["@grpc/grpc-js", "google-protobuf", "axios"]));
    const missing = [...new Set(names)].filter((name) => {
      const { license } = JSON.parse(read(root, "node_modules", name, "package.json"));
      return !notices
        .split("\n")
        .some((line) => line.startsWith(`${name} `) && line.includes(license));
    });
    expect(missing).toEqual([]);
    const texts = [
      "Apache License\n                           Version 2.0",
      // google-protobuf
      "Copyright (c) 2022, Google Inc.",
      // axios
      "Copyright (c) 2014-present Matt Zabriskie",
      // https-proxy-agent has a license only in its README.
      "Copyright (c) 2013 Nathan Rajlich",
    ];
    expect(texts.filter((text) => !notices.includes(text))).toEqual([]);
  });
});

/** A folder with the plugin, and the environment to start it in. */
interface Installation {
  folder: string;
  env: NodeJS.ProcessEnv;
}

/** On the oldest Node that the package supports. */
async function script(): Promise<Installation> {
  const archives = temporaryFolder();
  const name = await archiveScript({ os: "darwin", arch: "arm64" }, archives);
  const folder = temporaryFolder();
  await extract({ file: join(archives, name), cwd: folder });
  return { folder, env: bareEnvironment({ node: join(await nodeBin(20), "node") }) };
}

async function singleExecutable(): Promise<Installation> {
  const node = join(await nodeBin(24), "node");
  const program = await makeProgram(read(root, "plugin", "main.js"), node, temporaryFolder());
  const folder = temporaryFolder();
  await makeExecutable(node, program, join(folder, executable));
  return { folder, env: bareEnvironment({}) };
}

const scripts = [{ name: "the script of an archive, on Node 20", make: script }];
const executables = [
  { name: "the single executable, without Node on PATH", make: singleExecutable },
];

// Single executables exist only for Linux.
describe.each(process.platform === "linux" ? [...scripts, ...executables] : scripts)(
  "$name",
  ({ make }) => {
    let installation: Installation;

    beforeAll(async () => {
      installation = await make();
    });

    const start = () => {
      const { folder, env } = installation;
      return startPlugin([join(folder, executable)], folder, env);
    };

    test("prints its port and nothing else, serves its version and its schema, and ends on SIGINT", async () => {
      const plugin = await start();
      expect(plugin.firstLine).toMatch(/^\d+$/);
      expect(await plugin.version()).toBe(version);
      const schema = await plugin.schema();
      expect(schema).toMatchObject({ name: "auth0-native", version });
      expect(Object.keys(schema.resources)).toContain("auth0-native:index:EventStream");
      const ended = await plugin.end("SIGINT");
      expect(ended).toMatchObject({ code: 0, signal: null, leftProcess: false });
      expect(ended).toMatchObject({ stdout: `${plugin.firstLine}\n`, stderr: "" });
    });
  },
);

test("`pulumi package add` of a clone builds the plugin, which the language host then starts", async () => {
  const folder = join(copyOfRepository(), "plugin");
  rmSync(join(folder, "main.js"));
  // The test's own npm has the settings of the repository's .npmrc, which this must not inherit.
  const { HOME } = process.env;
  const env = { HOME, ...baseEnvironment(temporaryFolder(), await pulumiFolder()) };
  // The first half of the command needs no language host for the program.
  const read = await run("pulumi", ["package", "get-schema", folder], folder, env);
  // The language host of a CLI that the tests built installs plugins, and cannot start them.
  expect(exitAndOutput(read)).toMatch(/^exit code 0\n|could not read plugin \S+: not supported/);
  const runPlugin = join(root, "node_modules", "@pulumi", "pulumi", "cmd", "run-plugin");
  const plugin = await startPlugin([process.execPath, runPlugin, folder], folder, process.env);
  expect(await plugin.version()).toBe(version);
  await plugin.end("SIGINT");
});

/** The files of an archive with their modes, which the umask of whoever extracts it does not change. */
function modesIn(archive: string): Record<string, number> {
  const modes: Record<string, number> = {};
  list({ file: archive, sync: true, onReadEntry: ({ path, mode = 0 }) => (modes[path] = mode) });
  return modes;
}

describe("an archive with the script", () => {
  const archiveFor = (os: "darwin" | "windows", folder: string) =>
    archiveScript({ os, arch: "amd64" }, folder);

  test.each([
    ["darwin", []],
    ["windows", [`${executable}.cmd`]],
  ] as const)("for %s has the script, its licenses, and its dependencies", async (os, commands) => {
    const archives = temporaryFolder();
    const folder = temporaryFolder();
    const name = await archiveFor(os, archives);
    expect(name).toBe(`${executable}-v${version}-${os}-amd64.tar.gz`);
    await extract({ file: join(archives, name), cwd: folder });
    const documents = ["LICENSE", "README.md", "THIRD_PARTY_LICENSES"];
    const readable = [...documents, "main.js", ...commands].map((file) => [file, 0o644]);
    expect(modesIn(join(archives, name))).toEqual({
      ...Object.fromEntries(readable),
      [executable]: 0o755,
    });
    expect(read(folder, "README.md")).toContain("needs Node 20 or newer");
  });

  test("has the same checksum under every umask", async () => {
    const lines: string[] = [];
    const before = process.umask();
    try {
      for (const umask of [0o022, 0o077]) {
        process.umask(umask);
        const folder = temporaryFolder();
        lines.push(checksumLine(folder, await archiveFor("windows", folder)));
      }
    } finally {
      process.umask(before);
    }
    expect(lines[0]).toMatch(/^[0-9a-f]{64} {2}pulumi-resource-auth0-native-v\S+\.tar\.gz\n$/);
    expect(lines[1]).toBe(lines[0]);
  });

  test("installs with `pulumi plugin install` from a release and from a file", async () => {
    const release = await startRelease();
    const sources = [
      ["--server", releaseUrl],
      ["--file", join(release.folder, release.archive)],
    ];
    for (const source of sources) {
      const home = temporaryFolder();
      const own = baseEnvironment(home, await pulumiFolder());
      const args = ["plugin", "install", "resource", "auth0-native", version, ...source];
      const installed = await run("pulumi", args, home, { ...process.env, ...own, ...release.env });
      expect(exitAndOutput(installed)).toMatch(/^exit code 0\n/);
      const folder = join(home, "home", "plugins", `resource-auth0-native-v${version}`);
      expect(isExecutable(join(folder, executable))).toBe(true);
      expect(filesIn(folder)).toContain("main.js");
    }
    await release.close();
    expect(release.requests).toEqual([`GET /${release.archive}`]);
  });
});
