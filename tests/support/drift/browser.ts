import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { type Browser, chromium, type LaunchOptions } from "playwright-core";
import { mustRun, root, temporaryFolder } from "../project";

const names = ["chromium", "chromium-browser", "google-chrome"];
const onMac = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/** The browser in CHROMIUM_PATH, else the one of the system. */
function installed(): string | undefined {
  const { CHROMIUM_PATH, PATH = "" } = process.env;
  if (CHROMIUM_PATH) return CHROMIUM_PATH;
  const paths = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return [...paths, onMac].find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * The browser of the package @sparticuz/chromium. It unpacks the libraries that a slim system lacks
 * only if the environment looks like AWS Lambda.
 */
async function packaged(): Promise<LaunchOptions> {
  const folder = temporaryFolder();
  const script = `require("@sparticuz/chromium").executablePath().then(console.log)`;
  const env = { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" };
  const { stdout } = await mustRun(process.execPath, ["-e", script], root, env);
  const libraries = { LD_LIBRARY_PATH: join(folder, "al2023", "lib") };
  return { executablePath: stdout.trim(), env: { ...process.env, ...libraries } };
}

/**
 * A headless Chromium. The arguments of the package are not used: its `--single-process` ends the
 * browser as soon as a tab is closed.
 */
export async function startBrowser(...args: string[]): Promise<Browser> {
  const executablePath = installed();
  const options = executablePath ? { executablePath } : await packaged();
  return chromium.launch({ ...options, args: ["--no-sandbox", ...args] });
}
