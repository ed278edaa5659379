import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { startBrowser } from "../drift/browser";
import { root } from "../project";
import { commentPage } from "./commentPage";
import { terminalPage } from "./terminalPage";

/** Writes the pictures of docs/images/ from the output of `make drift-demo` and `make preview-demo`. */

const demo = (...path: string[]) => join(root, ".demo", ...path);

/** The width of a page on GitHub, so that a picture is not scaled. */
const width = 880;

interface Picture {
  page: string;
  /** The height of the shown part. Without it, the picture has the whole page. */
  height?: number;
}

function pictures(): Record<string, Picture> {
  return {
    // The summary, the table of stacks and the first changed objects.
    drift: { page: demo("drift", "drift.html"), height: 900 },
    "preview-errors": { page: pageOf("errors.txt", terminalPage) },
    "pull-request-comment": { page: pageOf("comment.md", commentPage) },
  };
}

/** Shows a text of the preview demo as a page. */
function pageOf(name: string, show: (text: string) => string): string {
  const path = demo("preview", name);
  writeFileSync(`${path}.html`, show(readFileSync(path, "utf8")));
  return `${path}.html`;
}

async function takePictures(): Promise<void> {
  const browser = await startBrowser();
  try {
    for (const [name, { page, height }] of Object.entries(pictures())) {
      const viewport = { width, height: height ?? 100 };
      const tab = await browser.newPage({ viewport, colorScheme: "light" });
      await tab.goto(pathToFileURL(page).href);
      const path = join(root, "docs", "images", `${name}.png`);
      await tab.screenshot({ path, fullPage: height === undefined });
      console.log(`Wrote ${path}`);
    }
  } finally {
    await browser.close();
  }
}

takePictures().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
