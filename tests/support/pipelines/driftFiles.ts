import {
  driftReport,
  type ResourceReport,
  type StackReport,
  stackReport,
} from "../../../cli/shared/driftReport/report";
import type { Json } from "../../../provider/shared/json";
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

/** An object with a property whose live value is this one. */
export const live = (value: Json | undefined, path = "name"): ResourceReport => ({
  ...changed(),
  properties: [{ path, expected: "a", ...(value !== undefined && { live: value }) }],
});

/** The stack `production`. */
export const production = (
  resources: ResourceReport[] = [],
  problems: string[] = [],
  changes: Partial<StackReport> = {},
): StackReport =>
  stackReport({
    name: "production",
    folder: ".",
    checked: 1,
    resources,
    problems: problems.map((message) => ({ message })),
    ...changes,
  });

/** Writes the reports of a drift check of the stack `production`. */
export function writeReport(
  { write }: GitopsScripts,
  resources: ResourceReport[],
  problems: string[] = [],
  folder = "",
): void {
  const report = driftReport([production(resources, problems)], new Date(), new Date());
  write(`${folder}drift.json`, JSON.stringify(report));
  write(`${folder}drift.md`, `# Drift\n\n${JSON.stringify(resources)}${problems}\n`);
}

/** Runs the script that keeps the issue of the stack `production`. */
export const updateIssue = (scripts: GitopsScripts, kind: Kind): Promise<string> =>
  scripts.run("issue", ["production", "drift.json", "drift.md"], scripts.environment(kind));
