import type {
  EngineEvent,
  StepEventMetadata,
  StepEventStateMetadata,
} from "@pulumi/pulumi/automation";
import * as resources from "../../provider/resources";
import { resourceSchema, type Schema } from "../../provider/schema/packageSchema";
import type { Props } from "../../provider/shared/json";
import { typeToken } from "../../provider/stateContract";
import { createDiagnostic, type Diagnostic } from "../shared/diagnostic";
import { isSecretPath, propertyDiff, secret } from "./propertyDiff";
import { nameInProgram, type PropertyReport, type ResourceReport } from "./report";

/** An object that the engine read, as it told of it. */
export interface RefreshStep {
  metadata: StepEventMetadata;
  report: ResourceReport;
}

export interface RefreshResult {
  /** Objects that were compared. */
  checked: number;
  /** Those that are not as the state has them, and those that nobody can compare. */
  steps: RefreshStep[];
  problems: Diagnostic[];
  /** Inputs of the stack's providers, by URN. */
  providers: Record<string, Props>;
}

const definitions = new Map(
  Object.values(resources).map((definition) => [
    typeToken(definition.name),
    { definition, schema: resourceSchema(definition.name).inputs },
  ]),
);

/** What the events of a refresh's preview say. */
export function readRefreshEvents(events: EngineEvent[]): RefreshResult {
  const read = events.flatMap(({ resOutputsEvent }) =>
    resOutputsEvent ? [resOutputsEvent.metadata] : [],
  );
  // What a replacement has left to be deleted is declared no more.
  const objects = read.filter(
    ({ type, old }) => !type.startsWith("pulumi:") && old?.custom && !old.delete,
  );
  const providers = read.filter(({ type }) => type.startsWith("pulumi:providers:"));
  const reports = objects.map((metadata) => ({ metadata, report: reportOf(metadata) }));
  const unverifiable = reports.filter(({ report }) => report?.result === "unverifiable").length;
  return {
    checked: objects.length - unverifiable,
    // The engine reads in no order, and two reports of the same drift should be the same.
    steps: reports
      .filter((step): step is RefreshStep => step.report !== undefined)
      .sort((a, b) => (a.report.urn < b.report.urn ? -1 : 1)),
    problems: problemsIn(events),
    providers: Object.fromEntries(
      providers.map(({ urn, old }) => [urn, (old?.inputs ?? {}) as Props]),
    ),
  };
}

function reportOf(metadata: StepEventMetadata): ResourceReport | undefined {
  const { urn, type, op, old } = metadata;
  const known = definitions.get(type);
  const { tenant, updatedAt } = (metadata.new ?? old)?.outputs ?? {};
  const base = {
    urn,
    type: known?.definition.name ?? type,
    name: nameInProgram(urn),
    id: old?.id ?? "",
    ...(known && typeof tenant === "string" && { tenant }),
    properties: [],
  };
  const read = known?.definition.read;
  if (typeof read === "string") return { ...base, result: "unverifiable", note: read };
  if (op === "same") return undefined;
  if (op === "delete") return { ...base, result: "gone" };
  const properties = propertiesOf(metadata, known?.schema ?? {});
  if (op === "refresh" && properties.length === 0) return undefined;
  return {
    ...base,
    result: "changed",
    ...(known && typeof updatedAt === "string" && { updatedAt }),
    properties,
    ...(properties.length === 0 && { note: untold(changedIn(metadata)) }),
  };
}

/** Inputs are what a program says; other packages' drift may show in outputs alone. */
function propertiesOf(metadata: StepEventMetadata, schema: Schema): PropertyReport[] {
  const { old, new: live } = metadata;
  const between = (bag: "inputs" | "outputs", keys: string[]) =>
    propertyDiff(schema, old?.[bag] ?? {}, live?.[bag] ?? {}).filter(
      ({ path }) => keys.length === 0 || keys.includes(top(path)),
    );
  const inputs = isExternal(old)
    ? between("outputs", Object.keys(live?.inputs ?? {}))
    : between("inputs", []);
  const shown = inputs.length > 0 ? inputs : between("outputs", changedIn(metadata).map(top));
  // What is secret differs in nothing that may be shown, and the engine names it.
  const told = shown.map(({ path }) => path);
  const secrets = changedIn(metadata).filter(
    (path) => !told.includes(path) && isSecretPath(schema, old?.inputs ?? {}, path),
  );
  return [...shown, ...secrets.map((path) => ({ path, expected: secret, live: secret }))];
}

/** Paths or top-level keys, as far as the engine knows them. */
const changedIn = ({ detailedDiff, diffs }: StepEventMetadata): string[] => {
  const paths = Object.keys(detailedDiff ?? {});
  return paths.length > 0 ? paths : (diffs ?? []);
};

const untold = (keys: string[]) =>
  `it differs${keys.length > 0 ? ` in ${keys.join(", ")}` : ""}, and its provider does not tell how`;

/** The first step of a path. */
const top = (path: string) => /^[^.[]*/.exec(path)?.[0] ?? "";

/** What `.get` reads has no inputs of the program; the Automation API's types leave it out. */
const isExternal = (state: StepEventStateMetadata | undefined) =>
  (state as { external?: boolean } | undefined)?.external === true;

const summary = /^(preview|update|refresh) failed$/;

/** Each message once: where a tenant cannot be reached, every object of it says so. */
function problemsIn(events: EngineEvent[]): Diagnostic[] {
  const urns = new Map<string, Set<string | undefined>>();
  for (const { diagnosticEvent: event } of events) {
    if (event?.severity !== "error") continue;
    const message = event.message.trim().replace(/^Preview failed: /, "");
    urns.set(message, (urns.get(message) ?? new Set()).add(event.urn));
  }
  const problems = [...urns].map(([message, [urn, ...others]]) =>
    others.length > 0
      ? createDiagnostic(`${message} (${others.length + 1} objects)`)
      : createDiagnostic(message, urn),
  );
  const own = problems.filter(({ message }) => !summary.test(message));
  return own.length > 0 ? own : problems;
}
