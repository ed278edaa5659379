import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "@jest/globals";
import { deliveriesFunction } from "../../provider/deliveries/listDeliveries";
import { redeliverManyOperation, redeliverOneOperation } from "../../provider/deliveries/redeliver";
import { testEventOperation } from "../../provider/deliveries/testEvent";
import { lookups } from "../../provider/lookups/lookups";
import * as resources from "../../provider/resources";
import { configVariables, packageVersion } from "../../provider/schema/packageSchema";
import { pluginPackage, pluginTypeToken } from "../../provider/stateStrings";
import { problemsOfReport } from "../support/drift/driftReports";
import { codeBlocks, pages, readPage as read } from "../support/guides";
import { filesIn, root } from "../support/project";

/** The pages outside of docs/, and the templates of issues. */
const otherPages = [
  ...readdirSync(root),
  ...["bench", "emulator", "examples", ".github/ISSUE_TEMPLATE"].flatMap((folder) =>
    filesIn(join(root, folder), ["node_modules"]).map((name) => `${folder}/${name}`),
  ),
].filter((name) => /\.md$|_TEMPLATE\//.test(name) && name !== "README.md");

/** Those links of a page that have no target. */
const brokenLinks = (page: string, links: string[]): string[] =>
  links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return !(link.startsWith("https://") && URL.canParse(link));
    const [path = "", fragment] = link.split("#");
    // Links in an issue are relative to the issue's own address.
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

test.each([...pages, ...otherPages])("every link of %s has a target", (page) => {
  const links = [...read(page).matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => link);
  expect(brokenLinks(page, links)).toEqual([]);
});

/** A path in backticks that starts with a folder of the repository, or a source's path below provider/ or cli/. */
const folders = "provider|sdk|cli|emulator|tools|bench|tests|docs|examples|templates";
const rooms =
  "adapters|lifecycle|functions|resources|api|config|schema|shared|drift|deliveries|import|ci";
const namedPath = new RegExp(
  `(?<=\`)(?:${folders})/[\\w./-]+(?=\`)|(?<![\\w/])(?:${rooms})/[\\w./-]+\\.ts\\b`,
  "g",
);

test.each([...pages, ...otherPages])("every file that %s names exists", (page) => {
  const missing = (path: string) =>
    ["", "provider", "cli"].every((folder) => !existsSync(join(root, folder, path)));
  expect((read(page).match(namedPath) ?? []).filter(missing)).toEqual([]);
});

const sources = ["provider", "sdk", "cli"]
  .flatMap((folder) => filesIn(join(root, folder)).map((name) => read(`${folder}/${name}`)))
  .join("\n");

test("every page that a message names exists, and has its full address", () => {
  const named = [...sources.matchAll(/\$\{docsUrl\}(\/[\w/-]+\.md(?:#[\w-]+)?)/g)];
  expect(named.length).toBeGreaterThan(5);
  const links = named.map(([, path]) => `docs${path}`);
  expect(brokenLinks("README.md", links)).toEqual([]);
  // An installed package has no docs.
  expect(sources.match(/^(?! *(?:\/\/|\/?\*)).*(?<![}/\w])docs\/[\w/-]+\.md/gm)).toBeNull();
});

test("docs/README.md lists every page of docs/", () => {
  const index = read("docs/README.md");
  // The decisions have their own index.
  const listed = pages.filter((page) => /^docs\/(?!.*decisions\/[^R]|README)/.test(page));
  const names = listed.map((page) => page.slice("docs/".length));
  expect(names.filter((name) => !index.includes(`](${name})`))).toEqual([]);
});

// An interactive zsh, the default shell of macOS, doesn't know comments.
test("no command in the README and the guides has a comment", () => {
  const commands = pages.flatMap((page) => codeBlocks(page, "sh")).join("\n");
  expect(commands.match(/^#.*|.* # .*/gm)).toBeNull();
});

test("the README, the guides, and the reference are short", () => {
  // Pulumi's Registry reads two pages from the guides' folder.
  const guides = pages.filter((page) => /^docs\/(?!_index|installation-)[^/]+$/.test(page));
  // Counts like `wc -w`, without generated sections, which each resource makes longer.
  const generated = /<!-- generated: [\s\S]*?<!-- end of /g;
  const texts = guides.map((page) => read(page).replace(generated, ""));
  const words = texts.map((text) => text.split(/\s+/).filter(Boolean).length);
  const limits = guides.map((page) => (/\/(typescript|python|go|yaml)\./.test(page) ? 450 : 1100));
  expect(guides.filter((_, index) => (words[index] ?? 0) > (limits[index] ?? 0))).toEqual([]);
  expect(words.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(12_900);
  expect(read("README.md").trimEnd().split("\n").length).toBeLessThanOrEqual(90);
  const reference = pages.filter((page) => page.startsWith("docs/reference/")).map(read);
  expect(reference.join("\n").split(/\s+/).length).toBeLessThanOrEqual(13_300);
});

test.each([
  ["CHANGELOG.md", 700],
  ["emulator/README.md", 1600],
])("%s has at most %d words", (page, limit) => {
  expect(read(page).split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(limit);
});

const functionOperations = [
  deliveriesFunction.operation,
  redeliverOneOperation,
  redeliverManyOperation,
  testEventOperation,
];

// The section about the operations of resources is generated.
test("docs/reference/configuration.md has exactly the permissions of the deliveries commands", () => {
  const title = "\n### Permissions of the deliveries commands\n";
  const [, section = ""] = read("docs/reference/configuration.md").split(title);
  const named = [...(section.split("\n## ")[0] ?? "").matchAll(/`(\w+:\w+)`/g)];
  const needed = [resources.eventStream.read, ...functionOperations];
  const scopes = needed.flatMap((one) => Object(one).scopes ?? []);
  expect(new Set(named.map(([, scope]) => scope))).toEqual(new Set(scopes));
});

/** Patterns for the names on a page, each with the names that exist. */
const existing: [pattern: RegExp, names: string[]][] = [
  [
    /(?<!urn:)\bauth0:[a-zA-Z]+|\bAUTH0_[A-Z_]+/g,
    [
      ...Object.keys(configVariables).map((name) => `auth0:${name}`),
      ...Object.values(configVariables).flatMap(({ defaultInfo }) => defaultInfo.environment),
      // These are the Deploy CLI's.
      "AUTH0_ALLOW_DELETE",
      "AUTH0_EXCLUDED",
    ],
  ],
  [
    // `pulumi do` writes flags in kebab-case.
    /(?<!--)\bauth0-native:(?:index:)?\w+/g,
    [
      ...[...Object.values(resources), deliveriesFunction, ...Object.values(lookups)].flatMap(
        ({ name }) => [pluginTypeToken(name), `${pluginPackage}:${name}`],
      ),
      ...Object.keys(configVariables).map((name) => `${pluginPackage}:${name}`),
    ],
  ],
  [/(?<=\bauth0-native(?:@| |-v?))\d+\.\d+\.\d+/g, [packageVersion]],
  [
    /(?<=(?:`|^)make )[\w-]+/gm,
    (read("Makefile").match(/^[\w -]+(?=:(?!=))/gm) ?? []).flatMap((names) => names.split(" ")),
  ],
];

test.each(pages)("%s names settings, types, versions and make targets that exist", (page) => {
  const unknown = existing.flatMap(([pattern, names]) =>
    (read(page).match(pattern) ?? []).filter((name) => !names.includes(name)),
  );
  expect(unknown).toEqual([]);
});

/** The options of a command that are not in a list. */
function unknownOptions(command: string, options: string[]): string[] {
  const code = read(`cli/${command}/register.ts`) + read("cli/shared/commandLine.ts");
  const valid = code.match(/(?<="(?:-\w, )?)--[\w-]+/g) ?? [];
  return options.filter((name) => ![...valid, "--help", "--no-install"].includes(name));
}

test.each(pages)("%s names options of pulumi-auth0-native that exist", (page) => {
  const commands = read(page).matchAll(/npx (?:--no-install )?pulumi-auth0-native (\w+)([^`\n]*)/g);
  const unknown = [...commands].flatMap(([, command = "", options = ""]) =>
    unknownOptions(command, options.match(/(?<=\s)--[a-z][\w-]*/g) ?? []),
  );
  expect(unknown).toEqual([]);
});

test("the README has commands of docs/start.md, which the tests of the package run", () => {
  const commands = codeBlocks("README.md", "sh")
    .join("")
    .replace(/^make (?:demo|test)\b.*$/gm, "");
  const named = commands.match(/^(?:make templates|npx --no-install auth0|pulumi)[^#\n]*/gm) ?? [];
  const lines = read("docs/start.md").split("\n");
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((command) => !lines.includes(command.trim()))).toEqual([]);
});

test("docs/reference/drift-reports.md shows a report of the documented form", () => {
  const [shown = ""] = codeBlocks("docs/reference/drift-reports.md", "json");
  expect(problemsOfReport(JSON.parse(shown))).toEqual([]);
});
