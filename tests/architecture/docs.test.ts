import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { languages } from "../../cli/import/languages";
import { minimumVersion } from "../../cli/shared/pulumi";
import { deliveriesFunction } from "../../provider/functions/deliveries";
import { redeliverManyOperation, redeliverOneOperation } from "../../provider/functions/redeliver";
import { statisticsOperation } from "../../provider/functions/statistics";
import { testEventOperation } from "../../provider/functions/testEvent";
import * as resources from "../../provider/resources";
import { lookups } from "../../provider/resources/lookups";
import {
  configVariables,
  packageVersion,
  resourceSchema,
} from "../../provider/schema/packageSchema";
import { validator } from "../../provider/schema/validate";
import { pluginPackage, pluginTypeToken } from "../../provider/stateContract";
import { PULUMI } from "../../tools/pulumiBin/versions";
import { problemsOfReport } from "../support/drift/driftReports";
import { codeBlocks, pages, readPage as read } from "../support/guides";
import { nodeVersions, pulumiVersions } from "../support/install/versions";
import { filesIn, root } from "../support/project";
import { authorized, stream } from "../support/values/eventStream";
import { configured } from "../support/values/rateLimitPolicy";

/** The pages outside of docs/, and the templates of issues. */
const otherPages = [
  ...readdirSync(root),
  ...["bench", "emulator", "examples", ".github/ISSUE_TEMPLATE"].flatMap((folder) =>
    filesIn(join(root, folder), ["node_modules"]).map((name) => `${folder}/${name}`),
  ),
].filter((name) => /\.md$|_TEMPLATE\//.test(name) && name !== "README.md");

const functionOperations = [
  deliveriesFunction.operation,
  redeliverOneOperation,
  redeliverManyOperation,
  testEventOperation,
  statisticsOperation,
];

/** All texts of the package, on one line each, as a message would be. */
const sources = ["provider", "sdk", "cli"]
  .flatMap((folder) => filesIn(join(root, folder)).map((name) => `${folder}/${name}`))
  .map(read)
  .join("\n");

describe("troubleshooting", () => {
  const text = read("docs/troubleshooting.md");
  /** The titles of its sections, and the first cells of its table of mistakes. */
  const headings = [...text.matchAll(/^### (.*)$/gm), ...text.matchAll(/^\| (`.*?`) \|/gm)];
  const ofPulumi = [
    "no resource plugin 'pulumi-resource-auth0-native' found",
    "could not find latest version for provider auth0-native",
    "Could not automatically download and install resource plugin 'pulumi-resource-auth0-native'",
    "pulumi-resource-auth0-native exited prematurely",
    "The common source directory of 'tsconfig.json' is",
    "code must be a string, not undefined",
    "no stack selected",
    "We failed to locate the entry point for your program",
    "Cannot find module 'pulumi-auth0-native'",
    "Cannot find module 'pulumi-auth0-native/provider'",
    "12 UNIMPLEMENTED",
  ];
  const ofService = ["insufficient_entitlement"];
  const messages = headings.flatMap(([, text = ""]) =>
    [...text.matchAll(/`([^`]+)`/g)].flatMap(([, code = ""]) => code),
  );

  test("quotes messages that exist", () => {
    expect(messages.length).toBeGreaterThan(20);
    const quoted = messages.filter((phrase) => ![...ofPulumi, ...ofService].includes(phrase));
    expect(quoted.filter((phrase) => !sources.includes(phrase))).toEqual([]);
  });
});

test.each([...pages, ...otherPages])("every link of %s has a target", (page) => {
  const links = [...read(page).matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => link);
  const broken = links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return !(link.startsWith("https://") && URL.canParse(link));
    const [path = "", fragment] = link.split("#");
    // The form of a link in an issue, from the issue's own address.
    const [, ofIssue] = /^\.\.\/blob\/HEAD\/(.*)/.exec(path) ?? [];
    const target = ofIssue ?? (path ? join(dirname(page), path) : page);
    if (!existsSync(join(root, target))) return true;
    const titles = [...read(target).matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
      title
        .toLowerCase()
        .replace(/[^\w -]/g, "")
        .replaceAll(" ", "-"),
    );
    return fragment !== undefined && !titles.includes(fragment);
  });
  expect(broken).toEqual([]);
});

/** Folders of the repository: a text in backticks that starts with one of them is the path of a file. */
const folders = "provider|sdk|cli|emulator|tools|bench|tests|docs|examples|templates";
const quotedPath = new RegExp(`\`((?:${folders})/[\\w./-]+)\``, "g");

test.each([...pages, ...otherPages])("every file that %s names exists", (page) => {
  const named = [...read(page).matchAll(quotedPath)].map(([, path = ""]) => path);

  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("every page that a message names exists", () => {
  const named = sources.match(/\bdocs\/[\w/-]+\.md\b/g) ?? [];

  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test("docs/README.md lists every page of docs/", () => {
  const index = read("docs/README.md");
  // The decisions have an index of their own.
  const listed = pages.filter((page) => /^docs\/(?!.*decisions\/[^R]|README)/.test(page));
  const names = listed.map((page) => page.slice("docs/".length));

  expect(names.filter((name) => !index.includes(`](${name})`))).toEqual([]);
});

describe("the guides are short: details belong in docs/reference/", () => {
  const guideWords = pages
    .filter((page) => /^docs\/[^/]+$/.test(page))
    .map((page): [string, number] => [page, wordsOf(read(page))]);
  const languagePages = ["typescript", "python", "go", "yaml"].map((name) => `docs/${name}.md`);

  test("all together have at most 18,000 words", () => {
    expect(guideWords.reduce((sum, [, count]) => sum + count, 0)).toBeLessThanOrEqual(18_000);
  });

  test("none has more than 1,500, and that of a language not more than 500", () => {
    const limitOf = (page: string) => (languagePages.includes(page) ? 500 : 1500);
    expect(guideWords.filter(([page, count]) => count > limitOf(page))).toEqual([]);
    expect(guideWords.map(([page]) => page)).toEqual(expect.arrayContaining(languagePages));
  });
});

/** As `wc -w` counts: what spaces separate. */
function wordsOf(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}

test("docs/contributing/architecture.md names files of provider/ and cli/ that exist", () => {
  const rooms =
    "adapters|lifecycle|functions|resources|api|config|schema|shared|drift|deliveries|import|ci";
  const path = new RegExp(`\\b(?:${rooms})/[\\w./-]+\\.ts\\b`, "g");
  const named = read("docs/contributing/architecture.md").match(path) ?? [];
  const exists = (name: string) =>
    ["provider", "cli"].some((folder) => existsSync(join(root, folder, name)));

  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((name) => !exists(name))).toEqual([]);
});

test("the errors of wrong programs that pages show are those of the validators", () => {
  const streams = resourceSchema("EventStream").inputs;
  const policies = resourceSchema("RateLimitPolicy").inputs;
  const reported = [
    ...validator(streams)(authorized({ method: "basic", username: "tenant" })),
    ...validator(streams)(stream({ subscriptions: [{ eventType: "user.create" }] })),
    ...validator(policies)(configured({ action: "block", limit: 10_001 })),
  ];
  const shown = pages
    .flatMap((page) => [...read(page).matchAll(/^error: \w+ "\w+": (.*)$/gm)])
    .map(([, line]) => line);

  expect(shown).toEqual(reported);
});

describe("docs/reference/configuration.md", () => {
  const text = read("docs/reference/configuration.md");

  test("names exactly the permissions that the provider needs", () => {
    const definitions = [...Object.values(resources), { ...functionOperations }];
    const needed = definitions.flatMap((definition) =>
      Object.values(definition).flatMap((value) =>
        typeof value === "object" && "scopes" in value ? value.scopes : [],
      ),
    );
    const table = text.slice(text.indexOf("## Permissions"));
    const named = [...table.matchAll(/`(\w+:\w+)`/g)].map(([, scope]) => scope);

    expect([...new Set(named)].sort()).toEqual([...new Set(needed)].sort());
  });
});

test("the permissions of the deliveries commands are those of the functions, and that to find a stream", () => {
  const [, section = ""] = read("docs/reference/configuration.md").split(
    "### Permissions of the deliveries commands",
  );
  const [permissions = ""] = section.split("\n## ");
  const named = [...permissions.matchAll(/`(\w+:\w+)`/g)].map(([, scope]) => scope);
  const { read: readStream } = resources.eventStream;
  const scopes = [readStream, ...functionOperations].flatMap((one) => Object(one).scopes);

  expect([...new Set(named)].sort()).toEqual([...new Set(scopes)].sort());
});

describe.each(pages)("%s", (page) => {
  const text = read(page);

  test("names settings and environment variables that exist", () => {
    const settings = Object.keys(configVariables).map((name) => `auth0:${name}`);
    const variables = Object.values(configVariables).flatMap(
      ({ defaultInfo }) => defaultInfo.environment,
    );
    const ofDeployCli = ["AUTH0_ALLOW_DELETE", "AUTH0_EXCLUDED"];
    const named = text.match(/(?<!urn:)\bauth0:[a-zA-Z]+|\bAUTH0_[A-Z_]+/g) ?? [];

    expect(
      named.filter((name) => ![...settings, ...variables, ...ofDeployCli].includes(name)),
    ).toEqual([]);
  });

  test("names keys and type tokens of the plugin that exist", () => {
    const served = [...Object.values(resources), deliveriesFunction, ...Object.values(lookups)];
    const names = served.map(({ name }) => name);
    const tokens = names.flatMap((name) => [pluginTypeToken(name), `${pluginPackage}:${name}`]);
    const keys = Object.keys(configVariables).map((name) => `${pluginPackage}:${name}`);
    // `pulumi do` writes flags in kebab-case.
    const named = text.match(/(?<!--)\bauth0-native:(?:index:)?\w+/g) ?? [];

    expect(named.filter((name) => ![...tokens, ...keys].includes(name))).toEqual([]);
  });

  test("names the version of this package", () => {
    const installed = /\bauth0-native(?:@| |-v?)(\d+\.\d+\.\d+)/g;
    const others = [...text.matchAll(installed)].filter(
      ([, version]) => version !== packageVersion,
    );

    expect(others.map(([name]) => name)).toEqual([]);
  });

  test("names make targets that exist", () => {
    const rules = read("Makefile").matchAll(/^([\w -]+):(?!=)/gm);
    const targets = [...rules].flatMap(([, names = ""]) => names.split(" "));
    const named = [...text.matchAll(/(?:`|^)make ([\w-]+)/gm)].map(([, name]) => name);

    expect(named.filter((name = "") => !targets.includes(name))).toEqual([]);
  });

  test("names options of pulumi-auth0-native that exist", () => {
    const unknown = [...text.matchAll(/npx pulumi-auth0-native (\w+)([^`\n]*)/g)].flatMap(
      ([, command = "", options = ""]) => {
        const valid = [...optionsOfCommand(command), "--help"];
        const named: string[] = options.match(/(?<=\s)--[a-z][\w-]*/g) ?? [];
        return named.filter((name) => !valid.includes(name));
      },
    );

    expect(unknown).toEqual([]);
  });
});

/** The schemas of other products that docs/fleet.md uses. */
const fleet = "tests/fixtures/fleet";

/** The pages for users: the README, and the guides that docs/README.md lists. */
const [, listOfGuides = ""] = /^## Guides$([\s\S]*?)^## /m.exec(read("docs/README.md")) ?? [];
const guides = [...listOfGuides.matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, name]) => `docs/${name}`);

describe.each(["README.md", ...guides])("%s", (page) => {
  const text = read(page);

  test("names properties that exist", () => {
    const ofPulumi = ["ignoreChanges", "deleteBeforeReplace", "retainOnDelete", "nodeLinker"];
    const ofOfficialProvider = [
      "destinationType",
      ...["webhook", "eventbridge", "action"].map((type) => `${type}Configuration`),
      ...["password", "token", "headerValue"].map((name) => `${name}Wo`),
    ];
    const named = [...text.matchAll(/`([a-z]+[A-Z]\w*)(?:`|: )/g)].map(([, name = ""]) => name);
    const programs = pages.flatMap((name) => codeBlocks(name, "ts")).join("\n");
    const schemas = [
      "schema.json",
      "cli/drift-report.schema.json",
      "cli/delivery-report.schema.json",
      ...filesIn(join(root, fleet)).map((name) => `${fleet}/${name}`),
    ];
    const vocabulary = [sources, programs, ...schemas.map(read)].join("\n");

    const others = [...ofPulumi, ...ofOfficialProvider];

    expect(named.filter((name) => !others.includes(name) && !vocabulary.includes(name))).toEqual(
      [],
    );
  });
});

test("the README stays short: details belong in the guides", () => {
  expect(read("README.md").split("\n").length).toBeLessThanOrEqual(100);
});

test("the README has commands of docs/start.md, which the tests of the package run", () => {
  const commands = codeBlocks("README.md", "sh")
    .join("")
    .replace(/^make (?:demo|test)\b.*$/gm, "");
  const named = commands.match(/^(?:make templates|npx auth0|pulumi)[^#\n]*/gm) ?? [];
  const lines = read("docs/start.md").split("\n");

  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((command) => !lines.includes(command.trim()))).toEqual([]);
});

describe("docs/reference/comparison.md", () => {
  const text = read("docs/reference/comparison.md");
  const row = (start: string) =>
    text.split("\n").find((line) => line.startsWith(`| ${start}`)) ?? "";

  test.each([
    ["Create 2 objects", "2 objects: `up`"],
    ["Create 100 objects", "100 objects, 100 ms: `up`"],
    ["Refresh them", "100 objects, 100 ms: `refresh`"],
    ["Create 60 objects", "60 objects, small plan: `up`"],
    ["Peak memory", "100 objects: `up`, peak"],
  ])("compares %s with the figures of the benchmark", (start, name) => {
    const [dynamic = "?", plugin = "?", theirs = "?"] = besidePeer(name);
    const [, , ownCell, officialCell] = row(start).split("|");

    expect(ownCell).toContain(`${dynamic}, plugin ${plugin}`);
    expect(officialCell).toContain(theirs);
  });

  test("states a ratio to Pulumi's own work that the benchmark measured", () => {
    const [, stated] = /take at most (\d\.\d) times as long/.exec(text) ?? [];
    const ratios = [
      ...read("bench/results.md").matchAll(/objects: `\w+`, dynamic \/ floor +\| +([\d.]+)/g),
    ];

    expect(ratios).toHaveLength(6);
    expect(Math.max(...ratios.map(([, ratio]) => Number(ratio)))).toBeLessThanOrEqual(
      Number(stated),
    );
  });
});

test("docs/reference/install.md compares the forms with the figures of the benchmark", () => {
  const names = ["100 objects: `up`", "100 objects: `up`, peak"];
  const [dynamic, plugin] = [0, 1].map((form) =>
    names.map((name) => besidePeer(name)[form] ?? "?").join("; "),
  );
  expect(read("docs/reference/install.md")).toContain(`| ${dynamic} | ${plugin} |`);
});

describe("the pages say one thing of the languages", () => {
  const names: Record<string, string> = { nodejs: "TypeScript", yaml: "YAML", python: "Python" };
  const written = languages.map(({ runtime }) => names[runtime] ?? "Go");
  const [, section = ""] = read("docs/reference/install.md").split("\n## Languages\n");
  const rows = [...section.matchAll(/^\| ([^|]+) \| [^|]+ \| ([^|]+) \|$/gm)];
  const languagesWith = (text: RegExp) =>
    rows
      .filter(([, , tested = ""]) => text.test(tested))
      .flatMap(([, list = ""]) => list.split(", "));

  test("of those with programs that the tests run: they are those that an import writes", () => {
    const run = languagesWith(/ run (them|programs) with the engine$/);
    expect(run.sort()).toEqual([...new Set([...written, "JavaScript"])].sort());
    const [, , own = ""] =
      /^\| Languages (\|) ([^|]+)/m.exec(read("docs/reference/comparison.md")) ?? [];
    expect(own.match(/\b[A-Z]\w+/g)?.sort()).toEqual(run);
  });

  test("of those with an SDK and no more", () => {
    const generated = languagesWith(/neither compile it nor run a program/);
    expect(generated).toEqual(["C#", "Java"]);
    expect(read("docs/installation-configuration.md")).toContain(
      `The SDKs for ${generated.join(" and ")} are generated, and their programs untested.`,
    );
  });
});

test("docs/reference/install.md names the oldest CLI of drift checks and of each import", () => {
  const versions = new Set([
    minimumVersion,
    ...languages.map(({ minimumPulumi }) => minimumPulumi),
  ]);
  const text = read("docs/reference/install.md");
  expect(versions.size).toBe(2);
  for (const version of versions) {
    expect(text).toContain(`| ${version.replace(/\.0$/, "")} or newer |`);
  }
});

test("README.md compares a create and a refresh with the figures of the benchmark", () => {
  const [created = [], refreshed = []] = ["up", "refresh"].map((command) =>
    besidePeer(`100 objects, 100 ms: \`${command}\``),
  );
  const text = read("README.md").replace(/\s+/g, " ");
  expect(text).toContain(
    `created in ${created[0]}, by the plugin in ${created[1]}, with \`pulumi-auth0\` in ${created[2]}. Their refresh takes ${refreshed.join(", ")} `,
  );
});

/** The figures of a row of the benchmark: of our dynamic provider, our plugin and the official provider. */
function besidePeer(name: string): string[] {
  const [, section = ""] = read("bench/results.md").split("## pulumi-auth0\n");
  const lines = section.split("\n");
  const cells = lines.map((line) => line.split("|").map((cell) => cell.trim()));
  return cells.find(([, first]) => first === name)?.slice(2, 5) ?? [];
}

test("docs/reference/install.md names the versions that the tests run with", () => {
  const text = read("docs/reference/install.md");
  const versions = [...Object.values(nodeVersions), ...Object.values(pulumiVersions)];

  expect(text).toContain(`Pulumi CLI ${PULUMI}.`);
  expect(versions.filter((version) => !text.includes(version))).toEqual([]);
});

/** The long options of a command. */
function optionsOfCommand(name: string): (string | undefined)[] {
  const code = read(`cli/${name}/register.ts`) + read("cli/shared/commandLine.ts");
  const definitions = code.matchAll(/"(?:-\w, )?(--[\w-]+)/g);

  return [...definitions].map(([, option]) => option);
}

test("docs/reference/drift.md shows a report of the documented form", () => {
  const [shown = ""] = codeBlocks("docs/reference/drift.md", "json");
  expect(problemsOfReport(JSON.parse(shown))).toEqual([]);
});

test.each([
  ["docs/drift.md", "drift", ["--preview-only", "--expect-no-changes", "--diff", "--refresh"]],
  ["docs/reference/drift.md", "drift", []],
  ["docs/adopt.md", "import", ["--secret", "--yes", "--all"]],
  [
    "docs/reference/import.md",
    "import",
    [
      "--yes",
      "--file",
      "--force",
      "--generate-code",
      "--provider",
      "--show-urns",
      "--skip-preview",
    ],
  ],
])("%s names options of pulumi-auth0-native %s that exist", (page, command, ofPulumi) => {
  const options = new Set(read(page).match(/(?<=`|\s)--[a-z][\w-]*/g));
  expect(options.size).toBeGreaterThan(5);
  const valid = [...optionsOfCommand(command), ...ofPulumi, "--help"];
  expect([...options].filter((name) => !valid.includes(name))).toEqual([]);
});
