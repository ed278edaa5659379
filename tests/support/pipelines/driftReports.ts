import {
  type ResourceReport,
  type StackReport,
  stackReport,
} from "../../../cli/reports/drift/report";
import type { Json } from "../../../provider/shared/json";

export const urn =
  "urn:pulumi:production::test::pulumi-nodejs:dynamic/auth0-native:EventStream::crm";

/** An object that differs in these properties. */
export const changed = (...paths: string[]): ResourceReport => ({
  urn,
  kind: "EventStream",
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
