import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { driftView } from "../../cli/reports/drift/view";
import { page } from "../../cli/reports/html/page";
import { startBrowser } from "../support/drift/browser";
import { driftReports } from "../support/drift/driftReports";
import { patienceMs } from "../support/jest/patience.cjs";
import { root } from "../support/project";

type Name = keyof typeof driftReports;

/** The pages and their screenshots stay here, for people to look at. */
const folder = join(root, ".artifacts", "drift-page");
const urlOf = (name: Name) => pathToFileURL(join(folder, `${name}.html`)).href;

let browser: Browser;
let tab: Page;
/** The addresses that the page has requested since it was opened. */
let requests: string[];

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  for (const [name, report] of Object.entries(driftReports)) {
    writeFileSync(join(folder, `${name}.html`), page(driftView(report)));
  }
  browser = await startBrowser();
  tab = await browser.newPage();
  tab.setDefaultTimeout(patienceMs);
  tab.on("request", (request) => requests.push(request.url()));
});

afterAll(async () => {
  await browser?.close();
});

async function open(name: Name): Promise<void> {
  requests = [];
  await tab.setViewportSize({ width: 1280, height: 900 });
  await tab.emulateMedia({ colorScheme: "light", media: "screen", reducedMotion: "reduce" });
  await tab.goto(urlOf(name));
}

const evaluate = <T>(expression: string) => tab.evaluate<T>(expression);
const setUnfolded = (isOpen: boolean) =>
  evaluate(`document.querySelectorAll("details").forEach((one) => { one.open = ${isOpen}; })`);

/** What axe reports, with all of its rules or only with these. */
const violations = (rules?: string[]) => {
  const options = { resultTypes: ["violations"], ...(rules && { runOnly: rules }) };
  return evaluate(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html)))`);
};

const background = () => evaluate("getComputedStyle(document.body).backgroundColor");
const height = () => evaluate<number>("document.documentElement.scrollHeight");
/** The number of pixels by which the page is wider than its window. */
const tooWide = () =>
  evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth");

/** The width of the narrowest cell with a stack's name; a large number if there is none. */
const narrowestName = () =>
  evaluate<number>(
    `Math.min(9e9, ...[...document.querySelectorAll(".stacks tbody th")].map((one) => one.clientWidth))`,
  );

const screenshot = async (name: string) =>
  tab.screenshot({ path: join(folder, `${name}.png`), fullPage: (await height()) < 6_000 });

describe.each<Name>(["drift", "failed", "hostile", "hundred"])(
  "the page of the report %s",
  (name) => {
    afterEach(() => expect(requests).toEqual([urlOf(name)]));

    // A page shows everything of its folded form when it is unfolded.
    test("is accessible, unfolded, in light and dark colours", async () => {
      await open(name);
      await evaluate(axe.source);
      // Axe takes a second for 100 objects, and these stacks are similar, so one is enough.
      if (name === "hundred")
        await evaluate(
          `document.querySelectorAll("article + article").forEach((one) => one.remove())`,
        );
      await setUnfolded(true);
      expect(await violations()).toEqual([]);
      const light = await background();
      await tab.emulateMedia({ colorScheme: "dark" });
      expect(await violations(["color-contrast"])).toEqual([]);
      await setUnfolded(false);
      expect(await background()).not.toBe(light);
      await screenshot(`${name}-dark`);
    });

    test("fits narrow and wide windows, folded and unfolded", async () => {
      await open(name);
      for (const width of [320, 768, 1600]) {
        await tab.setViewportSize({ width, height: 900 });
        expect([width, await tooWide()]).toEqual([width, 0]);
        expect(await narrowestName()).toBeGreaterThan(120);
        await setUnfolded(true);
        expect([width, await tooWide()]).toEqual([width, 0]);
        await setUnfolded(false);
      }
    });
  },
);

/** The position of the focused element among those that the keyboard should reach. */
const focusedIndex = () =>
  evaluate<number>(
    `[...document.querySelectorAll("a[href], summary")].indexOf(document.activeElement)`,
  );
const reachableCount = () =>
  evaluate<number>(
    `[...document.querySelectorAll("a[href], summary")].filter((one) => one.checkVisibility()).length`,
  );

describe("the keyboard", () => {
  test("reaches every link and every summary in order, each with a visible outline", async () => {
    await open("drift");
    const count = await reachableCount();
    expect(count).toBeGreaterThan(6);
    for (let place = 0; place < count; place++) {
      await tab.keyboard.press("Tab");
      expect(await focusedIndex()).toBe(place);
      const outline = "getComputedStyle(document.activeElement)";
      expect(await evaluate(`${outline}.outlineStyle + ${outline}.outlineWidth`)).toBe("solid3px");
      expect(
        await evaluate("document.activeElement.getBoundingClientRect().height"),
      ).toBeGreaterThan(9);
    }
  });

  test("skips to the findings, and follows the link to a stack", async () => {
    await open("failed");
    await tab.keyboard.press("Tab");
    await tab.keyboard.press("Enter");
    expect(await evaluate("document.activeElement.id")).toBe("main");
    await tab.keyboard.press("Tab");
    await tab.keyboard.press("Enter");
    expect(await evaluate("location.hash")).toBe("#failed-3");
  });

  test("opens and closes a folded object", async () => {
    await open("hundred");
    await tab.focus("details.object > summary");
    const isOpen = () => evaluate("document.activeElement.parentElement.open");
    const showsPaths = () =>
      evaluate(`document.activeElement.querySelector(".paths").checkVisibility()`);
    expect([await isOpen(), await showsPaths()]).toEqual([false, true]);
    await tab.keyboard.press("Enter");
    // The table below has the paths then.
    expect([await isOpen(), await showsPaths()]).toEqual([true, false]);
    expect(
      await evaluate(
        "parseInt(getComputedStyle(document.activeElement.nextElementSibling).paddingLeft)",
      ),
    ).toBeGreaterThan(20);
    await tab.keyboard.press("Space");
    expect(await isOpen()).toBe(false);
  });
});

describe("100 drifted objects", () => {
  test("have one line each below their stack, and the table at the top links to the stack", async () => {
    await open("hundred");
    const levels = await evaluate<string[]>(
      `[...document.querySelectorAll("h1, h2, h3, h4")].map(({ tagName }) => tagName)`,
    );
    const stack = ["H3", ...Array.from({ length: 20 }, () => "H4")];
    const stacks = Array.from({ length: 5 }, () => stack).flat();
    expect(levels).toEqual(["H1", "H2", ...stacks, "H2"]);
    expect(await height()).toBeLessThan(8_000);
    await tab.click("text=acme/region-4");
    expect(await evaluate("location.hash")).toBe("#drift-4");
    const top = await evaluate(`document.querySelector("#drift-4").getBoundingClientRect().top`);
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
