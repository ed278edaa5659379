import { describe, expect, test } from "@jest/globals";
import { inlineCode } from "../../../../cli/shared/markdown";
import { changed, gone, live, production, urn } from "../../../support/pipelines/driftReports";
import { hostileNames } from "../../../support/pipelines/hostileNames";
import { kinds } from "../../../support/pipelines/withForge";
import { withIssues } from "../../../support/pipelines/withIssues";
import { outsideCode } from "../../../support/values/markdown";

const issues = withIssues();
const { check, run, notes } = issues;

describe.each(kinds)("the issue on %s", (kind) => {
  const opening = { GitHub: ["POST /labels", "POST /issues"], GitLab: ["POST /issues"] }[kind];
  const editing = { GitHub: "PATCH /issues/1", GitLab: "PUT /issues/1" }[kind];
  const commenting = { GitHub: "POST /issues/1/comments", GitLab: "POST /issues/1/notes" }[kind];

  test("is opened by drift, left while it stays, edited when it changes, closed when it ends", async () => {
    const { forge } = issues;
    expect(await check(kind, production())).toBe("exit code 0\nNo drift, no issue: 1 stack.");
    expect(forge.writes()).toEqual([]);

    expect(await check(kind, production([changed("name")]))).toBe(
      "exit code 0\nAn issue is opened: Drift in production.",
    );
    expect(forge.writes()).toEqual(opening);
    expect(forge.issues).toMatchObject([
      { title: "Drift in production", labels: ["drift-check"], state: "open" },
    ]);
    expect(forge.issues[0]?.body).toContain('| `name` | `"a"` | `"b"` |');

    await check(kind, production([changed("name")]));
    expect(forge.writes()).toEqual([]);

    await check(kind, production([changed("name", "status")]));
    expect(forge.writes()).toEqual([commenting, editing]);
    expect(forge.issues[0]?.notes.map(({ body }) => body)).toEqual([
      expect.stringMatching(/^New since the last check: `EventStream crm: status`\. \[Run\]/),
    ]);

    await check(kind, production([changed("status")]));
    expect(forge.writes()).toEqual([editing]);

    await check(kind, production());
    expect(forge.writes()).toEqual([commenting, editing]);
    expect(forge.issues).toMatchObject([{ state: "closed" }]);
  });

  test("announces new drift at the next check if the comment was refused", async () => {
    const { forge } = issues;
    await check(kind, production([changed("name")]));
    forge.refuse = (request) => (request === commenting ? 502 : undefined);
    const both = production([changed("name", "status")]);
    expect(await check(kind, both)).toContain("exit code 1");
    forge.refuse = undefined;
    await check(kind, both);
    expect(notes()).toEqual(["New since the last check: `EventStream crm: status`."]);
  });

  test.each([404, 410])(
    "is opened again if it was deleted after it was listed (%i)",
    async (status) => {
      const { forge } = issues;
      await check(kind, production([changed("name")]));
      forge.refuse = (request) => ([commenting, editing].includes(request) ? status : undefined);
      expect(await check(kind, production([changed("name", "status")]))).toBe(
        "exit code 0\nAn issue is opened: Drift in production.",
      );
      expect(forge.issues[1]?.body).toContain("`status`");
    },
  );

  test("stays closed when drift returns: a new one is opened", async () => {
    for (const found of [[gone], [], [gone]]) await check(kind, production(found));
    expect(issues.forge.issues).toMatchObject([{ state: "closed" }, { state: "open" }]);
  });

  test("distinguishes a failed check from drift, and is closed by neither", async () => {
    await check(kind, production([gone]));
    const failed = production([], ["no answer from the tenant"]);
    expect(await check(kind, failed)).toContain("exit code 0");
    expect(issues.forge.issues).toMatchObject([
      { title: "Drift check of production failed", state: "open" },
    ]);
    expect(issues.forge.issues[0]?.body).toContain("no answer from the tenant");
    await check(kind, production([gone]));
    expect(notes()).toEqual(["Drift check of `production` failed.", "Drift in `production`."]);
  });

  test("is found among others: not one of another stack, nor one of another author", async () => {
    const { forge } = issues;
    await check(kind, production([gone]));
    const [first] = forge.issues;
    if (!first) throw new Error("no issue was opened");
    const { body } = first;
    const other = { ...first, number: 2, body: body.replace("production", "staging") };
    const unreadable = { ...first, number: 3, body: body.replace('"stack":', '"stack"') };
    const own = { ...first, number: 4 };
    Object.assign(first, { author: "somebody" });
    forge.issues.push(other, unreadable, own);
    forge.pageSize = 1;
    await check(kind, production(), production([gone], [], { name: "staging" }));
    expect(forge.issues.map(({ state }) => state)).toEqual(["open", "open", "open", "closed"]);
  });

  test("shows hostile names as code", async () => {
    await check(kind, production([gone]));
    const objects = hostileNames.map((name) => ({
      ...changed(name),
      name,
      type: name,
      urn: `${urn}${name}`,
    }));
    await check(kind, production(objects, ["failed"]));
    const names = hostileNames.map((name) => inlineCode(`${name} ${name}: ${name}`)).join(", ");
    const page = {
      GitHub: "https://github.example/acme/tenants/actions/runs/42",
      GitLab: issues.forge.environments.GitLab.CI_JOB_URL,
    }[kind];
    expect(issues.forge.issues[0]?.notes[0]?.body).toBe(
      `Drift check of \`production\` failed. New since the last check: ${names}. [Run](${page})`,
    );
  });

  test("of a stack with a hostile name or folder has no live title, and no name ends its marker", async () => {
    const { forge } = issues;
    const inNames = hostileNames.map((name) => production([gone], [], { name }));
    const inFolders = hostileNames.map((folder) => production([gone], [], { folder }));
    const hostile = [...inNames, ...inFolders];
    // In two checks, since more than 20 new issues become one.
    const printed = (await check(kind, ...inNames)) + (await check(kind, ...inFolders));
    expect(forge.issues).toHaveLength(hostile.length);
    for (const { title, body } of forge.issues) {
      expect(title.length).toBeLessThan(256);
      expect(title).not.toMatch(/[\r\n\u202e]/);
      expect(outsideCode(title)).toMatch(/^Drift in (\(code\)|x+|x+:production)$/);
      const [marker = "", ...lines] = body.split("\n");
      expect(marker).toMatch(/^<!-- auth0-native drift \{[^<>]*\} -->$/);
      expect(outsideCode(lines.join("\n"))).not.toMatch(/@|~label|^\//m);
    }
    expect(printed).not.toMatch(/^\s*::|##\[|\u202e/m);
    forge.writes();
    await check(kind, ...hostile);
    expect(forge.writes()).toEqual([]);
  });
});

test("the issues are left as they are by a report that cannot be read", async () => {
  const { forge } = issues;
  await check("GitHub", production([gone]));
  forge.requests.splice(0);
  const wrong: [string, string][] = [
    ["{", "drift.json is cut off after 1 characters"],
    ["null", "drift.json is not a drift report: the report must be an object"],
    ['{"version":2}', "drift.json has version 2"],
    [
      '{"version":1,"stacks":[{"name":"production"}]}',
      "the report must have required property 'generator'",
    ],
  ];
  for (const [text, message] of wrong) {
    issues.write("drift.json", text);
    const ended = await run("GitHub", issues.path("drift.json"));
    expect(ended).toMatch(/^exit code 1\nerror: .*$/);
    expect(ended).toContain(message);
  }
  expect(await run("GitHub", "no.json")).toContain("error: no.json does not exist");
  expect(forge.requests).toEqual([]);
});

test("an issue stays within GitHub's limit however much drifts, and does not report old drift as new", async () => {
  const { forge } = issues;
  const many = Array.from({ length: 2000 }, (_, index) => ({
    ...changed("name"),
    urn: `${urn}${index}`,
    note: "|`".repeat(index % 500),
  }));
  const problems = Array.from({ length: 100 }, (_, index) => `${index} ${"<`".repeat(400)}`);
  const name = "x".repeat(5000);
  const stacks = [production(many, problems), production(many, problems, { folder: name })];
  await check("GitHub", ...stacks);
  await check("GitHub", production(many.slice(1), problems));
  expect(notes()).toEqual([]);
  for (const { body } of forge.issues) {
    expect(body.length).toBeLessThan(64_000);
    expect(body).toMatch(/Left out for lack of space: .*drifted objects/);
    expect(body.match(/<details>/g)?.length).toBe(body.match(/<\/details>/g)?.length);
  }
});

describe("a second change of a property that an issue names", () => {
  const checked = async (...values: Parameters<typeof live>[0][]) => {
    for (const value of values) await check("GitHub", production([live(value)]));
    return notes();
  };
  const news = "New since the last check: `EventStream crm: name`.";

  test("is commented, each time", async () => {
    expect(await checked("b", "c", "c", "b", "c")).toEqual([news, news, news]);
  });

  test("is commented where a value is absent, null or empty", async () => {
    expect(await checked(undefined, null, "", 0, [], undefined)).toEqual(Array(5).fill(news));
  });

  test("is not commented where only another property, the expected value or a note changes", async () => {
    const base = live("b");
    const other = { path: "status", expected: "a", live: "b" };
    await check("GitHub", production([{ ...base, properties: [...base.properties, other] }]));
    await check("GitHub", production([base]));
    await check("GitHub", production([{ ...base, note: "3 failed deliveries" }]));
    await check(
      "GitHub",
      production([{ ...base, properties: [{ path: "name", expected: "z", live: "b" }] }]),
    );
    expect(notes()).toEqual([]);
    expect(issues.forge.issues[0]?.body).toContain('`"z"`');
  });

  test("is commented for each element of a set", async () => {
    const set = (...elements: object[]) => ({
      ...changed(),
      properties: elements.map((element) => ({ path: "subscriptions[]", ...element })),
    });
    await check("GitHub", production([set({ expected: "x" })]));
    await check("GitHub", production([set({ expected: "x" }, { live: "y" })]));
    await check("GitHub", production([set({ expected: "z" }, { live: "y" })]));
    await check("GitHub", production([set({ live: "y" })]));
    const text = "New since the last check: `EventStream crm: subscriptions[]`.";
    expect(notes()).toEqual([text, text]);
  });

  test("cannot be seen in a secret, of which the issue shows and remembers nothing", async () => {
    expect(await checked("[secret]", "[secret]")).toEqual([]);
  });

  test("is commented in a failed check, and not again if the failed check did not reach it", async () => {
    await check("GitHub", production([live("b")]));
    await check("GitHub", production([], ["failed"]));
    await check("GitHub", production([live("b")]));
    await check("GitHub", production([live("c")], ["failed"]));
    await check("GitHub", production([live("b")], ["failed"]));
    const failed = "Drift check of `production` failed.";
    expect(notes()).toEqual([failed, "Drift in `production`.", `${failed} ${news}`]);
  });
});
