import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { page } from "../../cli/shared/driftReport/render/html/page";
import { verdict } from "../../cli/shared/driftReport/render/summary";
import { escapeInvisible } from "../../cli/shared/text";
import { driftReports, hostileTexts } from "../support/drift/driftReports";
import { openPages, type PageTab } from "../support/page/pageTab";

type Name = keyof typeof driftReports;

let pages: PageTab;

beforeAll(async () => {
  const markups = Object.entries(driftReports).map(([name, report]) => [name, page(report)]);
  pages = await openPages("drift-page", Object.fromEntries(markups));
});

afterAll(() => pages?.close());

const open = (name: Name) => pages.open(name);
const evaluate = <T>(expression: string) => pages.evaluate<T>(expression);

/** The width of the narrowest cell with a stack's name; a large number if there is none. */
const narrowestName = () =>
  evaluate<number>(
    `Math.min(9e9, ...[...document.querySelectorAll(".stacks tbody th")].map((one) => one.clientWidth))`,
  );

describe.each(Object.keys(driftReports) as Name[])("the page of the report %s", (name) => {
  afterEach(() => expect(pages.requests()).toEqual([pages.urlOf(name)]));

  test("is accessible, folded and unfolded, in light and dark colours", async () => {
    await open(name);
    await pages.loadAxe();
    expect(await pages.violations()).toEqual([]);
    // The rest takes a second for each 100 objects, and these stacks are similar: one is enough.
    if (name === "hundred")
      await evaluate(
        `document.querySelectorAll("article + article").forEach((one) => one.remove())`,
      );
    await pages.setUnfolded(true);
    expect(await pages.violations()).toEqual([]);
    const light = await pages.background();
    await pages.tab.emulateMedia({ colorScheme: "dark" });
    expect(await pages.violations(["color-contrast"])).toEqual([]);
    await pages.setUnfolded(false);
    expect(await pages.violations(["color-contrast"])).toEqual([]);
    expect(await pages.background()).not.toBe(light);
    await pages.screenshot(`${name}-dark`);
  });

  test("fits narrow and wide windows, folded and unfolded", async () => {
    await open(name);
    for (const width of [320, 768, 1600]) {
      await pages.tab.setViewportSize({ width, height: 900 });
      expect([width, await pages.tooWide()]).toEqual([width, 0]);
      expect(await narrowestName()).toBeGreaterThan(120);
      await pages.screenshot(`${name}-${width}`);
      await pages.setUnfolded(true);
      expect([width, await pages.tooWide()]).toEqual([width, 0]);
      await pages.setUnfolded(false);
    }
  });
});

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
      await pages.tab.keyboard.press("Tab");
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
    await pages.tab.keyboard.press("Tab");
    await pages.tab.keyboard.press("Enter");
    expect(await evaluate("document.activeElement.id")).toBe("main");
    await pages.tab.keyboard.press("Tab");
    await pages.tab.keyboard.press("Enter");
    expect(await evaluate("location.hash")).toBe("#failed-3");
  });

  test("opens and closes a folded object", async () => {
    await open("hundred");
    await pages.tab.focus("details.object > summary");
    const isOpen = () => evaluate("document.activeElement.parentElement.open");
    expect(await isOpen()).toBe(false);
    await pages.tab.keyboard.press("Enter");
    expect(await isOpen()).toBe(true);
    await pages.tab.keyboard.press("Space");
    expect(await isOpen()).toBe(false);
  });
});

describe("100 drifted objects", () => {
  test("have one line each below their stack, to which the table at the top links", async () => {
    await open("hundred");
    const levels = await evaluate<string[]>(
      `[...document.querySelectorAll("h1, h2, h3, h4")].map(({ tagName }) => tagName)`,
    );
    const stack = ["H3", ...Array.from({ length: 20 }, () => "H4")];
    const stacks = Array.from({ length: 5 }, () => stack).flat();
    expect(levels).toEqual(["H1", "H2", ...stacks, "H2"]);
    expect(await pages.height()).toBeLessThan(8_000);
    await pages.tab.click("text=acme/region-4");
    expect(await evaluate("location.hash")).toBe("#drift-4");
    const top = await evaluate(`document.querySelector("#drift-4").getBoundingClientRect().top`);
    expect(top).toBeCloseTo(16, 0);
  });

  test("are printed unfolded, dark on light", async () => {
    await open("hundred");
    const light = await pages.background();
    const folded = await pages.height();
    await pages.tab.emulateMedia({ colorScheme: "dark", media: "print" });
    expect(await pages.height()).toBeGreaterThan(2 * folded);
    expect(await pages.background()).toBe(light);
  });
});

test("hostile texts are shown as texts, and create no element or attribute", async () => {
  await open("hostile");
  expect(await pages.tab.title()).toBe(`${verdict(driftReports.hostile)}: drift report`);
  const names = await evaluate<string[]>(
    `[...document.querySelectorAll("table.stacks th a")].map(({ textContent }) => textContent)`,
  );
  expect(names.sort()).toEqual(
    hostileTexts.map((text) => escapeInvisible(`${text}:${text}`)).sort(),
  );
  const inBody = await evaluate<string[]>(
    `[...new Set([...document.body.querySelectorAll("*")].map(({ localName }) => localName))]`,
  );
  expect(inBody.sort()).toEqual(
    "a article b bdi caption code dd details div dl dt em footer h1 h2 h3 h4 header li main nav p section small span summary table tbody td th thead tr ul wbr".split(
      " ",
    ),
  );
  const attributes = await evaluate<string[]>(
    `[...new Set([...document.body.querySelectorAll("*")].flatMap((one) => one.getAttributeNames()))]`,
  );
  expect(attributes.sort()).toEqual(
    "aria-hidden aria-label aria-labelledby class data-label href id scope tabindex".split(" "),
  );
});
