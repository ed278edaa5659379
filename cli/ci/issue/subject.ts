import {
  hasDrifted,
  isDrifted,
  isShared,
  type PropertyReport,
  type ResourceReport,
  type StackReport,
  stackLabel,
  type TimedStack,
} from "../../reports/drift/report";
import { inlineCode } from "../../shared/markdown";
import { sha256, someNames } from "../../shared/text";
import type { Issue } from "../forge/forge";
import type { Marker } from "./marker";

/** A property or an object that differs, or an object that no stack or several resources manage. */
interface Drift {
  /** A hash of the property or the object, and its live value. */
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

/** A stack that drifted or couldn't be checked. Its issue remembers what an earlier marker announced. */
export function subjectOf(stack: TimedStack, earlier: Marker | undefined): Subject {
  const drifts = driftsOf(stack);
  // A failed check may not have reached drift that was announced before.
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
 * If more stacks than this need a new issue at the same time, they share one. Usually they also share one cause,
 * such as an expired credential. GitHub rejects more than 80 new issues and comments in a minute (its page "Rate
 * limits for the REST API").
 */
export const maxNewIssues = 20;

/** Stands for a stack's name in the marker. Names of stacks have no parentheses. */
export const sharedName = "(several stacks)";

/** Several stacks. A stack is news if it drifted, and again if it can no longer be checked. */
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
  const shown = stacks.map(({ name, result, problems, resources, unmanaged, shared }) =>
    [name, result, problems, resources, unmanaged, shared && { shared }].filter(
      (one) => one !== undefined,
    ),
  );
  return {
    stack,
    folder: hash(folder),
    content: hash(JSON.stringify(shown)),
    announced: [...new Set([...drifts.map((drift) => drift.hash), ...kept])].slice(0, maxAnnounced),
  };
}

function sentence(stack: StackReport, label: string): string {
  if (stack.result === "failed") return `Drift check of ${label} failed`;
  if (isDrifted(stack)) return `Drift in ${label}`;
  return isShared(stack)
    ? `Several owners of objects in ${label}`
    : `Unmanaged objects at ${label}`;
}

/** A name of a stack, and a path, in which no forge finds a link, a mention, or a reference. */
const harmless = /^([\w./-]{1,100}:)?\w[\w.-]{0,99}(\/\w[\w.-]{0,99}){0,2}$/;

/** The stack for a title. A long or an unusual name is written as code. */
function titleLabel(stack: StackReport): string {
  const label = stackLabel(stack);
  return harmless.test(label) && label.length <= 200
    ? label
    : inlineCode(label.replaceAll("`", "'"));
}

/** The news of an issue, for a comment, because forges don't notify anybody of an edit. */
export function newsFor({ title, sentence, drifts }: Subject, issue: Issue, marker: Marker) {
  const texts = notAnnounced(marker, drifts).map(({ text }) => inlineCode(text));
  const names = someNames([...new Set(texts)]);
  const sentences = [
    ...(issue.title !== title ? [`${sentence}.`] : []),
    ...(names !== "" ? [`New since the last check: ${names}.`] : []),
  ];
  return sentences.join(" ");
}

/** The limit leaves room for the report. Beyond it, new drift isn't announced. */
const maxAnnounced = 900;

/**
 * The drifts that an issue hasn't announced with their live values. Empty if the list of announced drifts is
 * full, because it can't show which are new.
 */
const notAnnounced = ({ announced }: Marker, drifts: Drift[]): Drift[] =>
  announced.length < maxAnnounced ? drifts.filter((drift) => !announced.includes(drift.hash)) : [];

const driftsOf = ({ resources, unmanaged = [], shared = [] }: StackReport): Drift[] => [
  ...resources.filter(hasDrifted).flatMap(driftsOfResource),
  ...shared.map(({ urn, kind, name, owners }) => ({
    hash: hash(`${urn} ${JSON.stringify(owners)}`),
    text: `${kind} ${name} (several owners)`,
  })),
  ...unmanaged.map(({ kind, name, id, tenant }) => ({
    hash: hash(`${tenant} ${id} unmanaged`),
    text: `${kind} ${name || id} (unmanaged)`,
  })),
];

function driftsOfResource({ urn, kind, name, result, properties }: ResourceReport): Drift[] {
  const object = `${kind} ${name}`;
  if (result === "gone" || properties.length === 0) {
    const found = result === "gone" ? "missing" : result;
    return [{ hash: hash(`${urn} ${result}`), text: `${object} (${found})` }];
  }
  return properties.map((property) => ({
    hash: hash(`${urn} ${property.path} ${liveText(property)}`),
    text: `${object}: ${property.path}`,
  }));
}

/** The same text for the same live value. For elements that a set lacks, the expected value counts. */
const liveText = ({ live, expected }: PropertyReport) =>
  JSON.stringify(live === undefined ? { absent: expected } : [live]);

/** Short, because an issue remembers hundreds of hashes. */
export const hash = (text: string): string => sha256(text).slice(0, 8);
