import type { Json } from "../../../provider/shared/json";
import { deliveriesCommand } from "../../shared/deliveriesCommand";
import { stackOptions } from "../../shared/stackOptions";
import { displayName } from "../../shared/text";
import type { TenantStream } from "../streams/source";

/** The stream of a run, as the texts name it. */
export interface Subject {
  /** The argument of the command line. */
  argument: string;
  stream: TenantStream;
  /** `enabled` or `disabled`; undefined if it could not be read. */
  status: Json | undefined;
}

export const titleOf = ({ stream: { label, api } }: Subject): string =>
  `${displayName(label)} (${api.domain})`;

/** A command of `deliveries` for the same stream. */
export const commandFor = ({ argument, stream }: Subject, command: string, options: string[]) =>
  deliveriesCommand(command, { ...stream, name: argument }, options);

/** What to do besides, if the stream is disabled; `isLeft` tells whether anything can be redelivered. */
export function disabledNote(
  { status, stream: { stack } }: Subject,
  { isLeft } = { isLeft: true },
): string[] {
  if (status !== "disabled") return [];
  const how =
    stack === undefined
      ? "with `pulumi up --refresh` in the stack that manages it, or in the dashboard"
      : `with \`pulumi up --refresh ${stackOptions(stack)}\``;
  return [
    isLeft
      ? `The stream is disabled. Redelivery works nevertheless; afterwards enable the stream ${how}.`
      : `The stream is disabled. When no delivery fails any more, enable it ${how}.`,
  ];
}
