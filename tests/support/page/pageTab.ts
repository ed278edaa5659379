import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { startBrowser } from "../drift/browser";
import { removeTemporaryFolders, root } from "../project";

export interface PageTab {
  tab: Page;
  /** The addresses that the page has requested since it was opened. */
  requests(): string[];
  urlOf(name: string): string;
  open(name: string): Promise<void>;
  evaluate<T>(expression: string): Promise<T>;
  setUnfolded(open: boolean): Promise<void>;
  /** Loads axe into the page. */
  loadAxe(): Promise<void>;
  /** The violations that axe finds, by all of its rules or by these alone. */
  violations(rules?: string[]): Promise<string[]>;
  background(): Promise<string>;
  /** By how many pixels the page is wider than its window. */
  tooWide(): Promise<number>;
  height(): Promise<number>;
  screenshot(name: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * A browser with pages of reports. The pages and their screenshots stay in a folder, for people to look
 * at.
 */
export async function openPages(
  folderName: string,
  pages: Record<string, string>,
): Promise<PageTab> {
  const folder = join(root, ".artifacts", folderName);
  mkdirSync(folder, { recursive: true });
  const pathOf = (name: string) => join(folder, `${name}.html`);
  for (const [name, markup] of Object.entries(pages)) writeFileSync(pathOf(name), markup);

  const browser = await startBrowser();
  const tab = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  let requests: string[] = [];
  tab.on("request", (request) => requests.push(request.url()));

  const urlOf = (name: string) => pathToFileURL(pathOf(name)).href;
  const evaluate = <T>(expression: string) => tab.evaluate<T>(expression);
  const height = () => evaluate<number>("document.documentElement.scrollHeight");
  return {
    tab,
    requests: () => requests,
    urlOf,
    async open(name) {
      requests = [];
      await tab.setViewportSize({ width: 1280, height: 900 });
      await tab.emulateMedia({ colorScheme: "light", media: "screen", reducedMotion: "reduce" });
      await tab.goto(urlOf(name));
    },
    evaluate,
    setUnfolded: (open) =>
      evaluate(`document.querySelectorAll("details").forEach((one) => { one.open = ${open}; })`),
    loadAxe: () => evaluate(axe.source),
    async violations(rules) {
      const options = { resultTypes: ["violations"], ...(rules && { runOnly: rules }) };
      return evaluate(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ": " + html)))`);
    },
    background: () => evaluate("getComputedStyle(document.body).backgroundColor"),
    tooWide: () =>
      evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"),
    height,
    async screenshot(name) {
      const path = join(folder, `${name}.png`);
      await tab.screenshot({ path, fullPage: (await height()) < 6_000 });
    },
    async close() {
      await browser.close();
      removeTemporaryFolders();
    },
  };
}
