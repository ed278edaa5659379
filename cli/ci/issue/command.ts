import { readReport } from "../../shared/driftReport/readReport";
import type { DriftReport } from "../../shared/driftReport/report";
import { forgeOf } from "../forge/forgeOf";
import { keepIssues } from "./keepIssues";

/** Keeps an issue for each stack of a drift report; returns the exit code. */
export async function updateIssues(
  file: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  return keepIssues(await readOrExplain(file), forgeOf(env));
}

const readOrExplain = (file: string): Promise<DriftReport> =>
  readReport(file).catch((error: Error) => {
    throw new Error(`${error.message}. All issues are left as they are.`);
  });
