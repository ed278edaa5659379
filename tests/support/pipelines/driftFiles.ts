import {
  driftReport,
  type ResourceReport,
  stackReport,
} from "../../../cli/shared/driftReport/report";
import type { GitopsScripts, Kind } from "./gitopsScripts";

export const urn =
  "urn:pulumi:production::test::pulumi-nodejs:dynamic/auth0-native:EventStream::crm";

/** An object that differs in these properties. */
export const changed = (...paths: string[]): ResourceReport => ({
  urn,
  type: "EventStream",
  name: "crm",
  id: "est_1",
  result: "changed",
  properties: paths.map((path) => ({ path, expected: "a", live: "b" })),
});

export const gone: ResourceReport = { ...changed(), result: "gone" };

/** Writes the reports of a drift check of the stack `production`. */
export function writeReport(
  { write }: GitopsScripts,
  resources: ResourceReport[],
  problems: string[] = [],
  folder = "",
): void {
  const stack = stackReport({
    name: "production",
    folder: ".",
    checked: 1,
    resources,
    problems: problems.map((message) => ({ message })),
  });
  const report = driftReport([stack], new Date(), new Date());
  write(`${folder}drift.json`, JSON.stringify(report));
  write(`${folder}drift.md`, `# Drift\n\n${JSON.stringify(resources)}${problems}\n`);
}

/** Runs the script that keeps the issue of the stack `production`. */
export const updateIssue = (scripts: GitopsScripts, kind: Kind): Promise<string> =>
  scripts.run("issue", ["production", "drift.json", "drift.md"], scripts.environment(kind));
