import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { page } from "../../cli/deliveries/check/render/html/page";
import { verdict } from "../../cli/deliveries/check/render/summary";
import { escapeInvisible } from "../../cli/shared/text";
import { deliveryReports } from "../support/deliveries/deliveryReports";
import { hostileTexts } from "../support/drift/driftReports";
import { openPages, type PageTab } from "../support/page/pageTab";

const { clean, failing, unchecked, many } = deliveryReports;
const reports = { clean, failing, unchecked, many };
type Name = keyof typeof reports;

let pages: PageTab;

beforeAll(async () => {
  const markups = Object.entries(reports).map(([name, report]) => [name, page(report)]);
  pages = await openPages("deliveries-page", Object.fromEntries(markups));
});

afterAll(() => pages?.close());

/** The first section is enough for the slowest rules where many are similar. */
const keepFirstArticle = () =>
  pages.evaluate(`document.querySelectorAll("article + article").forEach((one) => one.remove())`);

describe.each(Object.keys(reports) as Name[])("the page of the report %s", (name) => {
  afterEach(() => expect(pages.requests()).toEqual([pages.urlOf(name)]));

  test("is accessible in light and dark colours", async () => {
    await pages.open(name);
    if (name === "many") await keepFirstArticle();
    await pages.setUnfolded(true);
    await pages.loadAxe();
    expect(await pages.violations()).toEqual([]);
    const light = await pages.background();
    await pages.tab.emulateMedia({ colorScheme: "dark" });
    expect(await pages.violations(["color-contrast"])).toEqual([]);
    expect(await pages.background()).not.toBe(light);
    await pages.setUnfolded(false);
    await pages.screenshot(`${name}-dark`);
  });

  test("fits narrow and wide windows", async () => {
    await pages.open(name);
    for (const width of [320, 768, 1280]) {
      await pages.tab.setViewportSize({ width, height: 900 });
      expect([width, await pages.tooWide()]).toEqual([width, 0]);
      await pages.screenshot(`${name}-${width}`);
    }
    await pages.setUnfolded(true);
    expect(await pages.tooWide()).toBe(0);
  });
});

test("the first screen shows which stream fails, since when and why", async () => {
  await pages.open("failing");
  const row = "document.querySelector('table.streams tbody tr')";
  expect(await pages.evaluate(`${row}.innerText.replace(/\\s+/g, " ")`)).toBe(
    "crm production × Failing × Disabled 531 3 hours before the check 2026-03-04 02:13:16 UTC 503 Service Unavailable",
  );
  expect(await pages.evaluate(`${row}.getBoundingClientRect().bottom`)).toBeLessThan(450);
  const picture = "document.querySelector('svg.bars').getBoundingClientRect()";
  expect(await pages.evaluate(`${picture}.bottom`)).toBeLessThan(900);
});

test("the picture has a text for each stream, and a table of the same counts", async () => {
  await pages.open("failing");
  const names = await pages.evaluate<string[]>(
    `[...document.querySelectorAll("svg")].map((one) => one.getAttribute("aria-label"))`,
  );
  expect(names).toEqual([
    "crm in production: 531 failed deliveries, most (15) from 2026-03-04 02:30",
  ]);
  const counts = await pages.evaluate<number[]>(
    `[...document.querySelectorAll("table.times td")].map((one) => Number(one.textContent))`,
  );
  expect(counts.reduce((a, b) => a + b)).toBe(531);
});

test("a link of the table leads to the stream", async () => {
  await pages.open("failing");
  await pages.tab.click("table.streams a");
  expect(await pages.evaluate("location.hash")).toBe("#failing-2");
});

test("the page is printed unfolded, dark on light", async () => {
  await pages.open("failing");
  const light = await pages.background();
  const folded = await pages.height();
  await pages.tab.emulateMedia({ colorScheme: "dark", media: "print" });
  expect(await pages.height()).toBeGreaterThan(folded + 500);
  expect(await pages.background()).toBe(light);
});

test("hostile texts are shown as texts, and create no element or attribute", async () => {
  await pages.open("many");
  expect(await pages.tab.title()).toBe(`${verdict(many)}: delivery report`);
  const names = await pages.evaluate<string[]>(
    `[...document.querySelectorAll("h3 bdi, #clean li bdi")].map(({ textContent }) => textContent)`,
  );
  const hostileNames = hostileTexts.map((text) => escapeInvisible(`${text} in ${text}:${text}`));
  expect(names).toEqual(expect.arrayContaining(hostileNames));
  const inBody = await pages.evaluate<string[]>(
    `[...new Set([...document.body.querySelectorAll("*")].map(({ localName }) => localName))]`,
  );
  expect(inBody.sort()).toEqual(
    "a article b bdi caption code dd details div dl dt footer h1 h2 h3 header li main nav p path section small span summary svg table tbody td th thead tr ul".split(
      " ",
    ),
  );
  const attributes = await pages.evaluate<string[]>(
    `[...new Set([...document.body.querySelectorAll("*")].flatMap((one) => one.getAttributeNames()))]`,
  );
  expect(attributes.sort()).toEqual(
    "aria-hidden aria-label aria-labelledby class d data-label href id preserveAspectRatio role scope tabindex viewBox".split(
      " ",
    ),
  );
});
