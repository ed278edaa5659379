import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import packaged from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";

const names = ["chromium", "chromium-browser", "google-chrome"];

/** The browser that the environment names, else the system's. */
function installed(): string | undefined {
  const { CHROMIUM_PATH, PATH = "" } = process.env;
  if (CHROMIUM_PATH) return CHROMIUM_PATH;
  const paths = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return paths.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * A headless Chromium; where there is none, the one that a package of npm's brings. Of the arguments
 * that it comes with none is used: with one process for all it ends as soon as a tab does.
 */
export async function startBrowser(): Promise<Browser> {
  const executablePath = installed() ?? (await packaged.executablePath());
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}
