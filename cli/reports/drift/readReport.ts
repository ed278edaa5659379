import { count, type Form, oneOf, readReportFile, text, time } from "../readReports";
import { type DriftReport, driftReport, stackReport } from "./report";

const named = { kind: text, name: text, id: text, "note?": text };

const resource: Form = {
  ...named,
  urn: text,
  result: oneOf("changed", "gone", "unverifiable"),
  "tenant?": text,
  "updatedAt?": text,
  properties: [{ path: text }],
};

const managed = { urn: text, id: text, tenant: text };

const stack: Form = {
  name: text,
  folder: text,
  "missing?": oneOf(true, false),
  "startedAt?": time,
  "finishedAt?": time,
  problems: [{ message: text, "urn?": text }],
  checked: count,
  resources: [resource],
  "ignored?": [resource],
  "unmanaged?": [{ ...named, tenant: text, "createdAt?": text }],
  "managed?": [managed],
  "shared?": [
    { ...managed, kind: text, name: text, owners: [{ stack: text, name: text, urn: text }] },
  ],
};

/** The properties that the merge, the issues, and the renderers rely on. */
const form: Form = {
  generator: text,
  startedAt: time,
  finishedAt: time,
  stacks: [stack],
};

export function readDriftReport(file: string): DriftReport {
  const read = readReportFile<DriftReport>(file, "drift report", form);
  const { generator, startedAt, finishedAt } = read;
  // The results and the counts follow from what was found, whatever the file says.
  const stacks = read.stacks.map(({ result: _, ...found }) => stackReport(found));
  return {
    ...driftReport(stacks, new Date(startedAt), new Date(finishedAt)),
    generator,
  };
}
