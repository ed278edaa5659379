import { packageName } from "../../../provider/shared/command";
import {
  isDrifted,
  isShared,
  type StackReport,
  stackLabel,
  type TimedStack,
} from "../../reports/drift/report";
import { inlineCode } from "../../shared/markdown";
import { sha256, unicodeEscape } from "../../shared/text";

/** The memory of an issue, in a hidden comment at its start. It contains no value. */
export interface Marker {
  stack: string;
  /** A hash of the folder of the stack's program, as the check got it. */
  folder: string;
  /** A hash of what the issue shows. */
  content: string;
}

const start = `<!-- ${packageName} drift `;
const end = " -->";

// Escapes keep a name from ending the comment, and from being a mention in it.
export const markerText = (marker: Marker): string =>
  start + JSON.stringify(marker).replace(/[^\w"\\.:,{}/-]/g, unicodeEscape) + end;

export function markerIn(body: string): Marker | undefined {
  const [line = ""] = body.split(/\r?\n/, 1);
  if (!line.startsWith(start) || !line.endsWith(end)) return undefined;
  try {
    const { stack, folder, content } = JSON.parse(line.slice(start.length, -end.length));
    const isMarker = [stack, folder, content].every((text) => typeof text === "string");
    return isMarker ? { stack, folder, content } : undefined;
  } catch {
    return undefined;
  }
}

export interface Subject {
  title: string;
  /** The title for a comment. */
  sentence: string;
  stacks: TimedStack[];
  marker: Marker;
}

/** A stack that drifted or couldn't be checked. */
export const subjectOf = (stack: TimedStack): Subject => ({
  title: sentence(stack, titleLabel(stack)),
  sentence: sentence(stack, inlineCode(stackLabel(stack))),
  stacks: [stack],
  marker: markerOf(stack.name, stack.folder, [stack]),
});

/**
 * If more stacks than this need a new issue at the same time, they share one. Usually they also share one
 * cause, such as an expired credential. GitHub rejects more than 80 new issues and comments in a minute (its
 * page "Rate limits for the REST API").
 */
export const maxNewIssues = 20;

/** Stands for a stack's name in the marker. Names of stacks have no parentheses. */
export const sharedName = "(several stacks)";

export function sharedSubject(stacks: TimedStack[]): Subject {
  const title = `Drift checks of more than ${maxNewIssues} stacks need attention`;
  return { title, sentence: title, stacks, marker: markerOf(sharedName, ".", stacks) };
}

function markerOf(stack: string, folder: string, stacks: TimedStack[]): Marker {
  const shown = stacks.map(({ name, result, problems, resources, unmanaged, shared }) =>
    [name, result, problems, resources, unmanaged, shared && { shared }].filter(
      (one) => one !== undefined,
    ),
  );
  return { stack, folder: hash(folder), content: hash(JSON.stringify(shown)) };
}

function sentence(stack: StackReport, label: string): string {
  if (stack.result === "failed") return `Drift check of ${label} failed`;
  if (isDrifted(stack)) return `Drift in ${label}`;
  return isShared(stack)
    ? `Several owners of objects in ${label}`
    : `Unmanaged objects in tenants of ${label}`;
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

/** Short, because it's only compared with another one. */
export const hash = (text: string): string => sha256(text).slice(0, 8);
