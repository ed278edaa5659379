import { createHash } from "node:crypto";
import {
  hasDrifted,
  type PropertyReport,
  type ResourceReport,
  type StackReport,
} from "../../shared/driftReport/report";

/** A property that differs, an object that does, or one that no stack declares. */
export interface Drift {
  /** Of what differs and its live value. */
  hash: string;
  /** For people. */
  text: string;
}

export const driftsOf = ({ resources, unmanaged = [] }: StackReport): Drift[] => [
  ...resources.filter(hasDrifted).flatMap(driftsOfResource),
  ...unmanaged.map(({ kind, name, id, tenant }) => ({
    hash: hash(`${tenant} ${id} unmanaged`),
    text: `${kind} ${name || id} (unmanaged)`,
  })),
];

function driftsOfResource({ urn, kind, name, result, properties }: ResourceReport): Drift[] {
  const object = `${kind} ${name}`;
  if (result === "gone" || properties.length === 0) {
    return [{ hash: hash(`${urn} ${result}`), text: `${object} (${result})` }];
  }
  return properties.map((property) => ({
    hash: hash(`${urn} ${property.path} ${liveText(property)}`),
    text: `${object}: ${property.path}`,
  }));
}

/** The same text for the same live value. Elements that a set lacks are told apart by what is expected. */
const liveText = ({ live, expected }: PropertyReport) =>
  JSON.stringify(live === undefined ? { absent: expected } : [live]);

/** Short, since an issue remembers hundreds. */
export const hash = (text: string): string =>
  createHash("sha256").update(text).digest("hex").slice(0, 8);
