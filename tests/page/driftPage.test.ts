import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { page } from "../../cli/drift/render/html/page";
import { verdict } from "../../cli/drift/render/summary";
import { escapeInvisible } from "../../cli/shared/text";
import { startBrowser } from "../support/drift/browser";
import { driftReports, hostileTexts } from "../support/drift/driftReports";
import { removeTemporaryFolders, root } from "../support/project";

type Name = keyof typeof driftReports;

/** The pages and how they look stay here, for people. */
const folder = join(root, ".artifacts", "drift-page");
const pathOf = (name: Name) => join(folder, `${name}.html`);
const urlOf = (name: Name) => pathToFileURL(pathOf(name)).href;

let browser: Browser;
let tab: Page;
let requests: string[];

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  for (const [name, report] of Object.entries(driftReports))
    writeFileSync(pathOf(name as Name), page(report));
  browser = await startBrowser();
  tab = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  tab.on("request", (request) => requests.push(request.url()));
});

afterAll(async () => {
  await browser?.close();
  removeTemporaryFolders();
});

async function open(name: Name): Promise<void> {
  requests = [];
  await tab.setViewportSize({ width: 1280, height: 900 });
  await tab.emulateMedia({ colorScheme: "light", media: "screen", reducedMotion: "reduce" });
  await tab.goto(urlOf(name));
}

const read = <T>(expression: string) => tab.evaluate<T>(expression);

const unfold = (all: boolean) =>
  read(`document.querySelectorAll("details").forEach((one) => { one.open = ${all}; })`);

/** What axe finds wrong; by all its rules or these alone. */
async function violations(rules?: string[]): Promise<string[]> {
  const options = { resultTypes: ["violations"], ...(rules && { runOnly: rules }) };
  return read(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html)))`);
}

const background = () => read<string>("getComputedStyle(document.body).backgroundColor");
const tooWide = () =>
  read<number>("document.documentElement.scrollWidth - document.documentElement.clientWidth");

/** The narrowest of the cells that name a stack; a large number where there is none. */
const narrowest = () =>
  read<number>(
    `Math.min(9e9, ...[...document.querySelectorAll(".index tbody th")].map((one) => one.clientWidth))`,
  );
const height = () => read<number>("document.documentElement.scrollHeight");

const look = async (name: string) =>
  tab.screenshot({ path: join(folder, `${name}.png`), fullPage: (await height()) < 6_000 });

describe.each(Object.keys(driftReports) as Name[])("the page of the report %s", (name) => {
  afterEach(() => expect(requests).toEqual([urlOf(name)]));

  test("is accessible, folded and unfolded, in the light and in the dark", async () => {
    await open(name);
    await read(axe.source);
    expect(await violations()).toEqual([]);
    // Where stacks are alike one is enough for the rest, which costs a second for each hundred objects.
    if (name === "hundred")
      await read(`document.querySelectorAll("article + article").forEach((one) => one.remove())`);
    await unfold(true);
    expect(await violations()).toEqual([]);
    const light = await background();
    await tab.emulateMedia({ colorScheme: "dark" });
    expect(await violations(["color-contrast"])).toEqual([]);
    await unfold(false);
    expect(await violations(["color-contrast"])).toEqual([]);
    expect(await background()).not.toBe(light);
    await look(`${name}-dark`);
  });

  test("fits a narrow and a wide window, folded and unfolded", async () => {
    await open(name);
    for (const width of [320, 768, 1600]) {
      await tab.setViewportSize({ width, height: 900 });
      expect([width, await tooWide()]).toEqual([width, 0]);
      expect(await narrowest()).toBeGreaterThan(120);
      await look(`${name}-${width}`);
      await unfold(true);
      expect([width, await tooWide()]).toEqual([width, 0]);
      await unfold(false);
    }
  });
});

/** Where the keyboard is: the place among what it should reach, in the document's order. */
const reached = () =>
  read<number>(
    `[...document.querySelectorAll("a[href], summary")].indexOf(document.activeElement)`,
  );
const reachable = () =>
  read<number>(
    `[...document.querySelectorAll("a[href], summary")].filter((one) => one.checkVisibility()).length`,
  );

describe("by keyboard alone", () => {
  test("everything is reached in its order, and seen to be", async () => {
    await open("drift");
    const count = await reachable();
    expect(count).toBeGreaterThan(6);
    for (let place = 0; place < count; place++) {
      await tab.keyboard.press("Tab");
      expect(await reached()).toBe(place);
      const outline = "getComputedStyle(document.activeElement)";
      expect(await read(`${outline}.outlineStyle + ${outline}.outlineWidth`)).toBe("solid3px");
      expect(await read("document.activeElement.getBoundingClientRect().height")).toBeGreaterThan(
        9,
      );
    }
  });

  test("the findings are skipped to, and a stack is gone to", async () => {
    await open("failed");
    await tab.keyboard.press("Tab");
    await tab.keyboard.press("Enter");
    expect(await read("document.activeElement.id")).toBe("main");
    await tab.keyboard.press("Tab");
    await tab.keyboard.press("Enter");
    expect(await read("location.hash")).toBe("#failed-3");
  });

  test("what is folded opens and closes", async () => {
    await open("hundred");
    await tab.focus("details.object > summary");
    const isOpen = () => read("document.activeElement.parentElement.open");
    expect(await isOpen()).toBe(false);
    await tab.keyboard.press("Enter");
    expect(await isOpen()).toBe(true);
    await tab.keyboard.press("Space");
    expect(await isOpen()).toBe(false);
  });
});

describe("a hundred drifted objects", () => {
  test("are one line each under their stack, which the table at the top leads to", async () => {
    await open("hundred");
    const levels = await read<string[]>(
      `[...document.querySelectorAll("h1, h2, h3, h4")].map(({ tagName }) => tagName)`,
    );
    const stack = ["H3", ...Array.from({ length: 20 }, () => "H4")];
    const stacks = Array.from({ length: 5 }, () => stack).flat();
    expect(levels).toEqual(["H1", "H2", ...stacks, "H2"]);
    expect(await height()).toBeLessThan(8_000);
    await tab.click("text=acme/region-4");
    expect(await read("location.hash")).toBe("#drift-4");
    const top = await read(`document.querySelector("#drift-4").getBoundingClientRect().top`);
    expect(top).toBeCloseTo(16, 0);
  });

  test("are printed unfolded, dark on light", async () => {
    await open("hundred");
    const light = await background();
    const folded = await height();
    await tab.emulateMedia({ colorScheme: "dark", media: "print" });
    expect(await height()).toBeGreaterThan(2 * folded);
    expect(await background()).toBe(light);
  });
});

test("hostile texts are shown as they are, and are nothing else", async () => {
  await open("hostile");
  expect(await tab.title()).toBe(`${verdict(driftReports.hostile)}: drift report`);
  const names = await read<string[]>(
    `[...document.querySelectorAll("table.index th a")].map(({ textContent }) => textContent)`,
  );
  expect(names.sort()).toEqual(
    hostileTexts.map((text) => escapeInvisible(`${text}:${text}`)).sort(),
  );
  const inBody = await read<string[]>(
    `[...new Set([...document.body.querySelectorAll("*")].map(({ localName }) => localName))]`,
  );
  expect(inBody.sort()).toEqual(
    "a article b bdi caption code dd details div dl dt em footer h1 h2 h3 h4 header li main nav p section small span summary table tbody td th thead tr ul wbr".split(
      " ",
    ),
  );
  const attributes = await read<string[]>(
    `[...new Set([...document.body.querySelectorAll("*")].flatMap((one) => one.getAttributeNames()))]`,
  );
  expect(attributes.sort()).toEqual(
    "aria-hidden aria-label aria-labelledby class data-label href id scope tabindex".split(" "),
  );
});
