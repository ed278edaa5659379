import { describe, expect, test } from "@jest/globals";
import { dependencies } from "../../package.json";
import { describeImport, type Import, importsOf, readTree } from "./sourceTree";

const imports = importsOf(readTree("provider", "sdk", "cli", "emulator/src", "tools", "bench"));

const within = (folder: string) => (path: string) => path.startsWith(`${folder}/`);

/**
 * Rooms from the top to the bottom. A file imports from its own room and from the layers below it;
 * rooms of the same layer do not import each other.
 */
type Layers = string[][];

/** The imports of files in these rooms that go up, or sideways into a room of the same layer. */
function wrongDirections(
  imports: Import[],
  layers: Layers,
  roomOf: (path: string) => string | undefined,
): Import[] {
  const levelOf = (room: string) => layers.findIndex((layer) => layer.includes(room));
  return imports.filter(({ importer, imported }) => {
    const from = roomOf(importer);
    const to = roomOf(imported);
    if (from === undefined || to === undefined || from === to) return false;
    return levelOf(to) <= levelOf(from);
  });
}

test("wrongDirections finds imports that go up or sideways, and no others", () => {
  const tree = {
    "top/a.ts": 'import "../left/a"; import "../bottom/a"; import "./b"; import "../foreign/a";',
    "top/b.ts": "",
    "left/a.ts": 'import "../right/a"; import "../bottom/a";',
    "right/a.ts": 'import type { A } from "../top/a";',
    "bottom/a.ts": 'import "../left/a";',
    "foreign/a.ts": "",
  };
  const layers = [["top"], ["left", "right"], ["bottom"]];
  const roomOf = (path: string) => layers.flat().find((room) => path.startsWith(`${room}/`));
  expect(wrongDirections(importsOf(tree), layers, roomOf).map(describeImport)).toEqual([
    "left/a.ts imports right/a.ts",
    "right/a.ts imports top/a.ts",
    "bottom/a.ts imports left/a.ts",
  ]);
});

/** The imports of one folder's files that lead to one of the other folders. */
function importsFrom(folder: string, others: string[]): string[] {
  return imports
    .filter(({ importer }) => within(folder)(importer))
    .filter(({ imported }) => others.some((other) => within(other)(imported)))
    .map(describeImport);
}

describe("between the folders of the repository", () => {
  test.each([
    ["provider", ["sdk", "cli", "emulator", "tools", "bench", "tests"]],
    ["sdk", ["cli", "emulator", "tools", "bench", "tests"]],
    ["cli", ["sdk", "emulator", "tools", "bench", "tests"]],
    ["emulator/src", ["provider", "sdk", "cli", "tools", "bench", "tests"]],
    ["tools", ["bench", "tests"]],
  ])("%s imports nothing of %p", (folder, others) => {
    expect(importsFrom(folder, others)).toEqual([]);
  });

  test("sdk, cli and tools import provider, so that the rule above sees imports", () => {
    for (const folder of ["sdk", "cli", "tools"]) {
      expect(importsFrom(folder, ["provider"])).not.toEqual([]);
    }
  });
});

describe("in provider/", () => {
  /** stateContract is what a state names; every room may import it. */
  const layers: Layers = [
    ["index"],
    ["adapters"],
    ["lifecycle", "functions"],
    ["resources"],
    ["api"],
    ["config"],
    ["schema"],
    ["stateContract"],
    ["shared"],
  ];

  /** The folder below provider/, or the file itself. */
  const roomOf = (path: string) => /^provider\/(\w+)/.exec(path)?.[1];

  test("every file is in a room that the layers name", () => {
    const rooms = imports.flatMap(({ importer }) => roomOf(importer) ?? []);
    expect([...new Set(rooms)].filter((room) => !layers.flat().includes(room))).toEqual([]);
    expect(rooms).toEqual(expect.arrayContaining(["adapters", "lifecycle", "api", "schema"]));
  });

  test("imports go down only", () => {
    expect(wrongDirections(imports, layers, roomOf).map(describeImport)).toEqual([]);
  });
});

/** The files that loading a file loads: imports of types are not loaded. */
function loadedBy(start: string[]): string[] {
  const loaded = new Set(start);
  for (const file of loaded) {
    const ofFile = imports.filter(({ importer, typeOnly }) => importer === file && !typeOnly);
    for (const { imported } of ofFile) loaded.add(imported);
  }
  return [...loaded];
}

test("HTTP does not load the validators", () => {
  const files = imports.map(({ importer }) => importer).filter(within("provider/api"));
  const validators = "provider/schema/validators.generated.ts";
  expect(loadedBy(files)).not.toContain(validators);
  expect(loadedBy(["provider/config/settings.ts"])).toContain(validators);
});

describe("in cli/", () => {
  /** The folder below cli/; files in cli/ itself are the entry point, apart from the published schemas. */
  const roomOf = (path: string) => {
    const match = /^cli\/(?:(\w+)\/)?(?!.*\.schema\.json$)/.exec(path);
    return match === null ? undefined : (match[1] ?? "index");
  };
  const rooms = [...new Set(imports.flatMap(({ importer }) => roomOf(importer) ?? []))];
  const commands = rooms.filter((room) => room !== "index" && room !== "shared");

  test("imports go from the entry point to the commands to what they share", () => {
    const layers: Layers = [["index"], commands, ["shared"]];
    expect(commands).toContain("drift");
    expect(wrongDirections(imports, layers, roomOf).map(describeImport)).toEqual([]);
  });

  test("in ci/, the commands import what they share, and not each other", () => {
    const layers: Layers = [
      ["register"],
      ["init", "preview", "comment", "changes", "outdatedPlan", "apply", "issue"],
      ["previewReport"],
      ["forge"],
      ["stackName"],
    ];
    /** The folder below cli/ci/, or the file itself. */
    const roomOfCi = (path: string) => /^cli\/ci\/(\w+)/.exec(path)?.[1];
    const found = new Set(imports.flatMap(({ importer }) => roomOfCi(importer) ?? []));
    expect([...found].filter((room) => !layers.flat().includes(room))).toEqual([]);
    expect(wrongDirections(imports, layers, roomOfCi).map(describeImport)).toEqual([]);
  });

  const folder = "cli/shared/driftReport";
  /** The report's form, which the commands fill and the renderers show. */
  const isReport = (path: string) => path === `${folder}/report.ts`;
  const isRenderer = within(`${folder}/render`);

  test("a renderer of the drift report sees only the report's form and what all commands share", () => {
    const byRenderers = imports.filter(({ importer }) => isRenderer(importer));
    const others = byRenderers.filter(
      ({ imported }) => within(folder)(imported) && !isRenderer(imported) && !isReport(imported),
    );
    expect(byRenderers.length).toBeGreaterThan(0);
    expect(others.map(describeImport)).toEqual([]);
  });

  test("the report's form imports no renderer", () => {
    const byReport = imports.filter(({ importer }) => isReport(importer));
    expect(byReport.length).toBeGreaterThan(0);
    expect(byReport.filter(({ imported }) => isRenderer(imported))).toEqual([]);
  });
});

/** A package's name without a path inside it: `@pulumi/pulumi/dynamic` becomes `@pulumi/pulumi`. */
const packageOf = (imported: string) =>
  imported.split("/", imported.startsWith("@") ? 2 : 1).join("/");

describe("packages", () => {
  const folders = ["provider", "sdk", "cli"];
  const isFile = (imported: string) =>
    /^(provider|sdk|cli)\b|\.json$/.test(imported) || imported.startsWith("node:");
  const published = imports.filter(({ importer }) =>
    folders.some((folder) => within(folder)(importer)),
  );
  /** A program of its own, which is bundled with its packages. */
  const ofPlugin = within("provider/adapters/plugin");
  const ofAnyPackage = published.filter(({ imported }) => !isFile(imported));
  const ofPackages = ofAnyPackage.filter(({ importer }) => !ofPlugin(importer));
  const roomOf = (path: string) => path.slice(0, path.lastIndexOf("/"));
  const isPulumi = ({ imported }: Import) => packageOf(imported) === "@pulumi/pulumi";

  test("provider/ imports only types of Pulumi, so that a program can load it without Pulumi", () => {
    const pulumi = ofPackages
      .filter(isPulumi)
      .filter(({ importer }) => within("provider")(importer));
    expect(pulumi.length).toBeGreaterThan(0);
    expect(pulumi.filter(({ importer }) => !within("provider/adapters")(importer))).toEqual([]);
    expect(pulumi.filter(({ typeOnly }) => !typeOnly).map(describeImport)).toEqual([]);
  });

  test("sdk/ loads single modules of Pulumi: a program starts a third of a second later with all of them", () => {
    const bySdk = ofPackages.filter(isPulumi).filter(({ importer }) => within("sdk")(importer));
    const loaded = bySdk.filter(({ typeOnly }) => !typeOnly);
    const loadAll = ["@pulumi/pulumi", "@pulumi/pulumi/runtime"];
    expect(loaded.length).toBeGreaterThan(0);
    expect(loaded.filter(({ imported }) => loadAll.includes(imported)).map(describeImport)).toEqual(
      [],
    );
  });

  test("the plugin loads gRPC and the definitions of Pulumi's protocol, and nothing else of Pulumi", () => {
    const byPlugin = ofAnyPackage.filter(({ importer }) => ofPlugin(importer));
    const names = new Set(byPlugin.map(({ imported }) => packageOf(imported)));
    expect([...names].sort()).toEqual(["@grpc/grpc-js", "@pulumi/pulumi", "google-protobuf"]);
    const ofPulumi = byPlugin.filter(isPulumi).map(({ imported }) => imported);
    expect(ofPulumi.filter((path) => !path.startsWith("@pulumi/pulumi/proto/"))).toEqual([]);
  });

  test("no other part of the package imports the plugin", () => {
    const fromOutside = published.filter(
      ({ importer, imported }) => ofPlugin(imported) && !ofPlugin(importer),
    );
    expect(fromOutside.map(describeImport)).toEqual([]);
  });

  test("each dependency is imported by one file, in one room", () => {
    const files = new Map<string, Set<string>>();
    for (const { importer, imported } of ofPackages.filter((each) => !isPulumi(each))) {
      const name = packageOf(imported);
      files.set(name, (files.get(name) ?? new Set()).add(importer));
    }
    const homes = [...files].map(([name, importers]) => [name, [...importers].map(roomOf)]);
    expect(Object.fromEntries(homes)).toEqual({
      axios: ["provider/api"],
      // Types of what the compiled validators return.
      ajv: ["provider/schema"],
      commander: ["cli/shared"],
      "fastest-levenshtein": ["provider/schema"],
      jose: ["provider/api"],
    });
  });

  test("the dependencies of package.json are those that the code loads, and no others", () => {
    const loaded = ofPackages.filter((each) => !each.typeOnly && !isPulumi(each));
    const names = new Set(loaded.map(({ imported }) => packageOf(imported)));
    expect([...names].sort()).toEqual(Object.keys(dependencies).sort());
  });

  test("Pulumi's automation, which takes half a second to load, is loaded by no file", () => {
    const automation = ofPackages.filter(
      ({ imported, typeOnly }) => imported.includes("/automation") && !typeOnly,
    );
    expect(automation).toEqual([]);
  });
});
