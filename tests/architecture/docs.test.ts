import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { resourceSchema } from "../../provider/schema/packageSchema";
import { validator } from "../../provider/schema/validate";
import { problemsOfReport } from "../support/drift/driftReports";
import { filesIn, root } from "../support/project";
import { authorized, configured, stream } from "../support/values/inputs";

const read = (path: string) => readFileSync(join(root, path), "utf8");
const pages = ["README.md", ...filesIn(join(root, "docs")).map((name) => `docs/${name}`)];

/** All texts of the package, on one line each, as a message would be. */
const sources = ["provider", "sdk", "cli"]
  .flatMap((folder) => filesIn(join(root, folder)).map((name) => `${folder}/${name}`))
  .map(read)
  .join("\n");

describe("troubleshooting", () => {
  const headings = [...read("docs/troubleshooting.md").matchAll(/^### (.*)$/gm)];
  const messages = headings.flatMap(([, text = ""]) =>
    [...text.matchAll(/`([^`]+)`/g)].flatMap(([, words = ""]) => words),
  );

  test("is by messages that there are", () => {
    expect(messages.length).toBeGreaterThan(20);
    const known = [...messages].filter((words) => words !== "disabled");
    expect(known.filter((words) => !sources.includes(words))).toEqual([]);
  });
});

test.each(pages)("every link of %s leads somewhere", (page) => {
  const links = [...read(page).matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => link);
  const broken = links.filter((link) => {
    if (/^https?:/.test(link)) return false;
    const [path = "", fragment] = link.split("#");
    const target = path ? join(dirname(page), path) : page;
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

test("the README shows the problems of wrong programs as they are told", () => {
  const streams = resourceSchema("EventStream").inputs;
  const policies = resourceSchema("RateLimitPolicy").inputs;
  const told = [
    ...validator(streams)(authorized({ method: "basic", username: "tenant" })),
    ...validator(streams)(stream({ subscriptions: [{ eventType: "user.create" }] })),
    ...validator(policies)(configured({ action: "block", limit: 10_001 })),
  ];
  const shown = [...read("README.md").matchAll(/^error: \w+ "\w+": (.*)$/gm)].map(
    ([, line]) => line,
  );
  expect(shown).toEqual(told);
});

describe("docs/drift.md", () => {
  const text = read("docs/drift.md");

  test("shows a report of the documented form", () => {
    const [, shown = ""] = /```json\n([\s\S]*?)```/.exec(text) ?? [];
    expect(problemsOfReport(JSON.parse(shown))).toEqual([]);
  });

  test("names options that there are", () => {
    const options = new Set(text.match(/(?<=`|\s)--[a-z][\w-]*/g));
    expect(options.size).toBeGreaterThan(5);
    const pulumis = ["--preview-only", "--expect-no-changes", "--help"];
    const known = [...read("cli/drift/register.ts").matchAll(/"(?:-\w, )?(--[\w-]+)/g)].map(
      ([, name]) => name,
    );
    expect([...options].filter((name) => ![...known, ...pulumis].includes(name))).toEqual([]);
  });
});
