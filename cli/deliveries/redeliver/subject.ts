import type { Json } from "../../../provider/shared/json";
import { shellWord } from "../../../provider/shared/shellWord";
import { logLine } from "../../shared/logLine";
import { displayName } from "../../shared/text";
import { commandText, streamWord } from "../commandText";
import type { TenantStream } from "../streams/source";
import type { StackOption } from "../streams/stackOption";

/** The stream of a run, as the texts name it. */
export interface Subject {
  /** The argument of the command line. */
  argument: string;
  stream: TenantStream;
  /** `enabled` or `disabled`; undefined if it could not be read. */
  status: Json | undefined;
  options: StackOption;
}

export const titleOf = ({ stream: { label, api } }: Subject): string =>
  `${displayName(label)} (${api.domain})`;

/** A command of `deliveries` for the same stream. */
export const commandFor = (
  { argument, stream, options }: Subject,
  command: string,
  rest: string[] = [],
): string => commandText(command, streamWord(argument, stream.id), options, rest);

/** What to do besides, if the stream is disabled. */
export function disabledNote({ status, options: { stack } }: Subject): string[] {
  if (status !== "disabled") return [];
  const how =
    stack === undefined
      ? "with `pulumi up` in the stack that manages it, or in the dashboard"
      : `with \`pulumi up --stack ${shellWord(stack)}\``;
  return [
    `The stream is disabled. Redelivery works nevertheless; afterwards enable the stream ${how}.`,
  ];
}

/** Messages of attempts come from outside. */
export const textOf = (lines: string[]): string =>
  lines.map((line) => `${logLine(line)}\n`).join("");
