import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { type Browser, chromium, type LaunchOptions } from "playwright-core";
import { patienceMs } from "../jest/patience.cjs";
import { mustRun, root } from "../project";

const names = ["chromium", "chromium-browser", "google-chrome"];
const onMac = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome";

/** The browser in CHROMIUM_PATH, or the system's. */
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

/** The browser of @sparticuz/chromium, unpacked once because that takes more CPU time than a test. */
async function packaged(): Promise<LaunchOptions> {
  const manifest = join(root, "node_modules", "@sparticuz", "chromium", "package.json");
  const { version } = JSON.parse(readFileSync(manifest, "utf8"));
  const folder = join(root, "node_modules", ".cache", `chromium-${version}`);
  if (!existsSync(folder)) await unpack(folder);
  const libraries = { LD_LIBRARY_PATH: join(folder, "al2023", "lib") };
  return { executablePath: join(folder, "chromium"), env: { ...process.env, ...libraries } };
}

/** The package unpacks the libraries that a slim system lacks only if the environment looks like AWS Lambda. */
async function unpack(folder: string): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  const unfinished = mkdtempSync(`${folder}-`);
  const env = { ...process.env, TMPDIR: unfinished, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs20.x" };
  await mustRun(
    process.execPath,
    ["-e", `require("@sparticuz/chromium").executablePath()`],
    root,
    env,
  );
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    // Another test file may have been faster.
    if (!existsSync(folder)) throw error;
  }
}

/**
 * A headless Chromium. The arguments of the package are not used: its `--single-process` ends the
 * browser as soon as a tab is closed.
 */
export async function startBrowser(): Promise<Browser> {
  const executablePath = installed();
  const options = executablePath ? { executablePath } : await packaged();
  return chromium.launch({
    ...options,
    args: ["--no-sandbox"],
    timeout: patienceMs,
  });
}
