import type { Target } from "../../shared/pulumi";
import { deliveriesCommand, type NextStep, stackOptions } from "../../shared/shellCommands";
import { escapeInvisible } from "../../shared/text";
import { filterOptions } from "../filters";
import { type Criteria, filtersFor, isIdle, type StreamReport } from "./report";

/** What to do about a failing stream. */
export function nextSteps(stream: StreamReport, criteria: Criteria): NextStep[] {
  const { id = "" } = stream;
  const target = targetOf(stream);
  const deliveries = (command: string, options: string[]) =>
    deliveriesCommand(command, { name: id, id, stack: target }, options);
  return [
    {
      title: "List",
      effect:
        "Shows each failed delivery with its last attempt and error, without the content of events.",
      command: deliveries(
        "list",
        filterOptions({ status: ["failed"], ...filtersFor(stream, criteria) }),
      ),
    },
    {
      title: "Redeliver",
      effect:
        "Shows all failed deliveries of the stream, asks you to confirm, and resends them. Repair the receiver first.",
      command: deliveries("redeliver", []),
    },
    ...enableSteps(stream),
  ];
}

/** How to enable a stream that is disabled. Empty if it's enabled, or if its stack isn't known. */
export function enableSteps(stream: StreamReport): NextStep[] {
  const target = targetOf(stream);
  if (stream.status !== "disabled" || target === undefined) return [];
  const rejection = isIdle(stream)
    ? ""
    : " Auth0 rejects the update while the stream has failed deliveries.";
  return [
    {
      title: "Enable",
      effect: `Updates the stream's status to match the program, which has to enable it.${rejection}`,
      command: escapeInvisible(`pulumi up --refresh ${stackOptions(target)}`),
    },
  ];
}

const targetOf = ({ stack, folder = "." }: StreamReport): Target | undefined =>
  stack === undefined ? undefined : { name: stack, folder };
