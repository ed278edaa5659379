import { join, posix } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { readPage as read } from "../support/guides";
import { filesIn, root } from "../support/project";

// No lint rule finds imports by `require`, recognizes type imports, and lists a
// folder's permitted imports in one place.

interface Import {
  importer: string;
  /** A file's path without its extension, or a package's name. */
  imported: string;
  isPackage: boolean;
  /** Whether it imports only types, which loads nothing. */
  isType: boolean;
}

/** An import or an export from another file, a dynamic import, the type of one, or `require`. */
const form =
  /^(?:import|export)( type)? [^;]*?from "([^"]+)"|(typeof )?\b(?:import|require)[ (]"([^"]+)"/gm;

function importsOf(importer: string): Import[] {
  return [...read(importer).matchAll(form)].map(([, type, from, ofType, loaded]) => {
    const specifier = (from ?? loaded ?? "").replace(/(?<=^|\/)\.\.$/, "../index");
    const isFile = specifier.startsWith(".");
    return {
      importer,
      imported: isFile ? posix.join(posix.dirname(importer), specifier) : specifier,
      isPackage: !isFile && !specifier.startsWith("node:"),
      isType: (type ?? ofType) !== undefined,
    };
  });
}

const imports = ["provider", "sdk", "cli", "emulator/src", "tools", "bench"]
  .flatMap((folder) => filesIn(join(root, folder)).map((name) => `${folder}/${name}`))
  .filter((path) => path.endsWith(".ts"))
  .flatMap(importsOf);

const within = (folder: string, path: string) => path.startsWith(`${folder}/`);
const shown = (all: Import[]) => all.map(({ importer, imported }) => `${importer}: ${imported}`);

test.each([
  ["provider", ["sdk", "cli", "emulator", "tools", "bench", "tests"]],
  ["sdk", ["cli", "emulator", "tools", "bench", "tests"]],
  ["cli", ["sdk", "emulator", "tools", "bench", "tests"]],
  ["emulator", ["provider", "sdk", "cli", "tools", "bench", "tests"]],
  ["tools", ["bench", "tests"]],
])("%s imports nothing of %j", (folder, others) => {
  const own = imports.filter(({ importer }) => within(folder, importer));
  expect(own.length).toBeGreaterThan(30);
  expect(shown(own.filter((one) => others.some((it) => within(it, one.imported))))).toEqual([]);
});

/** The layers of a folder from top to bottom, each with folders and single files. */
const layers: Record<string, string[][]> = {
  provider: [
    ["index"],
    ["adapters"],
    ["lookups"],
    ["lifecycle", "deliveries"],
    ["resources"],
    ["api"],
    ["config"],
    ["schema"],
    ["stateStrings"],
    ["shared"],
  ],
  "provider/adapters": [
    ["dynamic", "plugin"],
    ["boundary", "exitWithEngine", "importPlaceholders", "runDeclarations"],
  ],
  cli: [
    ["index"],
    ["commands"],
    ["drift", "deliveries", "import", "ci"],
    ["refresh"],
    ["reports", "ci-settings"],
    ["shared"],
  ],
  "cli/ci": [
    ["register"],
    ["init", "preview", "comment", "changes", "checkHead", "apply", "issue"],
    ["previewReport"],
    ["forge"],
    ["approvedState"],
    ["pulumiPlan"],
  ],
  // A renderer may use only the view of a report.
  "cli/reports": [
    ["drift", "terminal", "markdown", "html"],
    ["view", "readReports"],
  ],
};

test.each(Object.entries(layers))("in %s, imports go down only", (folder, rooms) => {
  const levelOf = (room: string) => rooms.findIndex((level) => level.includes(room));
  const roomOf = (path: string) => path.slice(folder.length + 1).split(/[/.]/)[0] ?? "";
  const own = imports.filter(
    ({ importer, imported }) => within(folder, importer) && within(folder, imported),
  );
  const found = new Set(own.flatMap((one) => [roomOf(one.importer), roomOf(one.imported)]));
  expect([...found].sort()).toEqual(rooms.flat().sort());
  const wrong = own.filter(({ importer, imported }) => {
    const [from, to] = [roomOf(importer), roomOf(imported)];
    return from !== to && levelOf(to) <= levelOf(from);
  });
  expect(shown(wrong)).toEqual([]);
});

/** The files of provider/ that sdk/, cli/ and tools/ may import, by room. */
const doors: [room: string, ...files: string[]][] = [
  ["adapters", "plugin/pluginSchema"],
  ["api", "apiError clock http managementApi networkError operation outcome transport"],
  ["config", "domain pasted pluginConfiguration settings"],
  ["deliveries", "arguments attempts deliveryPage joinPages listDeliveries redeliver streamHooks"],
  ["lifecycle", "notice read/listObjects resource session"],
  ["lookups", "lookUp lookups"],
  ["resources", "definition"],
  [
    "schema",
    "codec diff formats normalize packageSchema path placeholder rawSchema secrets suggestion unknown validate walk",
    "wording",
  ],
  ["shared", "command json logger redact shellWord urn"],
];

test("sdk/, cli/ and tools/ import the doors of provider/, and nothing else of it", () => {
  const used = imports
    .filter(({ importer }) => /^(sdk|cli|tools)\//.test(importer))
    .map(({ imported }) => imported)
    .filter((path) => within("provider", path));
  const listed = doors.flatMap(([room, ...files]) =>
    files.flatMap((names) => names.split(" ").map((name) => `provider/${room}/${name}`)),
  );
  const all = [...listed, "provider/resources", "provider/stateStrings"];
  expect([...new Set(used)].sort()).toEqual(all.sort());
});

test("HTTP loads only the types of the settings, because the settings load the validators", () => {
  const byHttp = imports.filter(({ importer }) => within("provider/api", importer));
  const loaded = byHttp.filter(
    ({ imported, isType }) => !isType && /config\/settings|schema\/validat/.test(imported),
  );
  expect(shown(loaded)).toEqual([]);
});

describe("of packages", () => {
  const plugin = "provider/adapters/plugin";
  const loaded = imports.filter(({ isPackage, isType }) => isPackage && !isType);
  /** The packages that a folder's files load, without the plugin, which is bundled with its packages. */
  const loadedBy = (folder: string) => {
    const files = loaded.filter(({ importer }) => within(folder, importer));
    return files.filter(({ importer }) => within(plugin, importer) === (folder === plugin));
  };

  test("only one file loads each package", () => {
    const all = [...loadedBy("provider"), ...loadedBy("cli"), ...loadedBy("sdk")];
    const others = all.filter(({ imported }) => !within("@pulumi", imported));
    expect(shown(others).sort()).toEqual([
      "cli/shared/commandLine.ts: commander",
      "cli/shared/project.ts: yaml",
      "provider/api/clientProof.ts: jose",
      "provider/api/http.ts: axios",
      "provider/schema/suggestion.ts: fastest-levenshtein",
      // This is text in dynamic resources' states.
      "provider/stateStrings.ts: pulumi-auth0-native/provider",
    ]);
  });

  test("provider/ and cli/ load nothing of Pulumi, whose automation takes half a second", () => {
    const all = [...loadedBy("provider"), ...loadedBy("cli")];
    expect(shown(all.filter(({ imported }) => within("@pulumi", imported)))).toEqual([]);
  });

  test("sdk/ loads single modules of Pulumi: all of them take a third of a second", () => {
    const modules = loadedBy("sdk").map(({ imported }) => imported);
    expect(modules).toContain("@pulumi/pulumi/resource");
    const wrong = ["@pulumi/pulumi", "@pulumi/pulumi/runtime", "@pulumi/pulumi/automation"];
    expect(modules.filter((name) => wrong.includes(name))).toEqual([]);
  });

  test("the plugin loads gRPC and the definitions of Pulumi's protocol", () => {
    const modules = loadedBy(plugin).map(({ imported }) => imported);
    const isExpected = /^(@grpc\/grpc-js|google-protobuf|@pulumi\/pulumi\/proto)(\/|$)/;
    expect(modules.length).toBeGreaterThan(10);
    expect(modules.filter((name) => !isExpected.test(name))).toEqual([]);
  });
});
