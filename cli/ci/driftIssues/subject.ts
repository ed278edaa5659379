import {
  hasDrifted,
  type PropertyReport,
  type ResourceReport,
  type StackReport,
  spanOf,
  type TimedStack,
} from "../../reports/drift/report";
import { isDrifted, stackLabel } from "../../reports/drift/summary";
import { inlineCode } from "../../shared/markdown";
import { sha256, someNames } from "../../shared/text";
import type { Issue } from "../forge/forge";
import type { Marker } from "./marker";

/** A property that differs, an object that does, or one that no stack declares. */
interface Drift {
  /** Of what differs and its live value. */
  hash: string;
  text: string;
}

export interface Subject {
  title: string;
  /** The title for a comment. */
  sentence: string;
  stacks: TimedStack[];
  drifts: Drift[];
  marker: Marker;
}

/** A stack that drifted or could not be checked; its issue remembers what an earlier marker did. */
export function subjectOf(stack: TimedStack, earlier: Marker | undefined): Subject {
  const drifts = driftsOf(stack);
  // A failed check may not have reached the drift of before.
  const kept = stack.result === "failed" ? (earlier?.announced ?? []) : [];
  return {
    title: sentence(stack, titleLabel(stack)),
    sentence: sentence(stack, inlineCode(stackLabel(stack))),
    stacks: [stack],
    drifts,
    marker: markerOf(stack.name, stack.folder, [stack], drifts, kept),
  };
}

/**
 * If more stacks than this need a new issue at once, they share one. The cause is then one as well, such as
 * an expired credential; and GitHub refuses more than 80 new issues and comments in a minute (its page
 * "Rate limits for the REST API").
 */
export const maxNewIssues = 20;

/** In the place of a stack's name in the marker; names of stacks have no parentheses. */
export const sharedName = "(several stacks)";

/** Several stacks. One that drifted is new, and again when it can no longer be checked. */
export function sharedSubject(stacks: TimedStack[]): Subject {
  const title = `Drift checks of more than ${maxNewIssues} stacks need attention`;
  const drifts = stacks.map((stack) => {
    const text = stackLabel(stack);
    return { hash: hash(`${text} ${stack.result}`), text };
  });
  const marker = markerOf(sharedName, ".", stacks, drifts, []);
  return { title, sentence: title, stacks, drifts, marker };
}

function markerOf(
  stack: string,
  folder: string,
  stacks: TimedStack[],
  drifts: Drift[],
  kept: string[],
): Marker {
  const shown = stacks.map(({ name, result, problems, resources, unmanaged }) => [
    ...[name, result, problems, resources, ...(unmanaged === undefined ? [] : [unmanaged])],
  ]);
  return {
    stack,
    folder: hash(folder),
    content: hash(JSON.stringify(shown)),
    checkedAt: spanOf(stacks).startedAt.toISOString(),
    announced: [...new Set([...drifts.map((drift) => drift.hash), ...kept])].slice(0, maxAnnounced),
  };
}

function sentence(stack: StackReport, label: string): string {
  if (stack.result === "failed") return `Drift check of ${label} failed`;
  return isDrifted(stack) ? `Drift in ${label}` : `Unmanaged objects at ${label}`;
}

/** A name of a stack, and a path, in which no forge finds a link, a mention or a reference. */
const harmless = /^([\w./-]{1,100}:)?\w[\w.-]{0,99}(\/\w[\w.-]{0,99}){0,2}$/;

/** The stack in a title, where a long or an odd name stands as code. */
function titleLabel(stack: StackReport): string {
  const label = stackLabel(stack);
  return harmless.test(label) && label.length <= 200
    ? label
    : inlineCode(label.replaceAll("`", "'"));
}

/** What is new in an issue, for a comment: forges do not notify anybody of an edit. */
export function newsFor({ title, sentence, drifts }: Subject, issue: Issue, marker: Marker) {
  const texts = notAnnounced(marker, drifts).map(({ text }) => inlineCode(text));
  const names = someNames([...new Set(texts)]);
  const sentences = [
    ...(issue.title !== title ? [`${sentence}.`] : []),
    ...(names !== "" ? [`New since the last check: ${names}.`] : []),
  ];
  return sentences.join(" ");
}

/** So that the marker leaves room for the report. Beyond it, new drift is not announced. */
const maxAnnounced = 900;

/**
 * The drifts that an issue has not announced with their live values. A full list does not say which are
 * new: then there are none.
 */
const notAnnounced = ({ announced }: Marker, drifts: Drift[]): Drift[] =>
  announced.length < maxAnnounced ? drifts.filter((drift) => !announced.includes(drift.hash)) : [];

const driftsOf = ({ resources, unmanaged = [] }: StackReport): Drift[] => [
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
export const hash = (text: string): string => sha256(text).slice(0, 8);
