import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../project";
import { startBrowser } from "./browser";

/** Writes docs/images/drift.png: the upper part of the page that `make drift-demo` writes. */

const page = join(root, ".demo", "drift", "drift.html");
const picture = join(root, "docs", "images", "drift.png");

/** As wide as GitHub shows a README, so that the picture is not scaled. */
const width = 880;
/** The summary, the table of stacks and the first changed objects. */
const height = 900;

async function takePicture(): Promise<void> {
  if (!existsSync(page)) throw new Error(`${page} is missing: run make drift-demo first`);

  const browser = await startBrowser();

  try {
    const tab = await browser.newPage({ viewport: { width, height }, colorScheme: "light" });
    await tab.goto(pathToFileURL(page).href);
    await tab.screenshot({ path: picture });
  } finally {
    await browser.close();
  }

  console.log(`Wrote ${picture}`);
}

takePicture().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
