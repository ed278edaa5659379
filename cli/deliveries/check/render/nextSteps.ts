import type { Target } from "../../../shared/pulumi";
import { deliveriesCommand, type NextStep, stackOptions } from "../../../shared/shellCommands";
import { escapeInvisible } from "../../../shared/text";
import { filterOptions } from "../../filters";
import { type Criteria, filtersFor, type StreamReport } from "../report";
import { isIdle } from "./summary";

/** How to see the failed deliveries of a stream, and how to end the failure. */
export function nextSteps(stream: StreamReport, criteria: Criteria): NextStep[] {
  const { id = "" } = stream;
  const target = targetOf(stream);
  const deliveries = (command: string, options: string[]) =>
    deliveriesCommand(command, { name: id, id, stack: target }, options);
  return [
    {
      title: "See each",
      effect:
        "Lists the failed deliveries, each with its last attempt and error, without the content of events.",
      command: deliveries(
        "list",
        filterOptions({ status: ["failed"], ...filtersFor(stream, criteria) }),
      ),
    },
    {
      title: "Send again",
      effect:
        "Once the receiver is repaired: shows all failed deliveries of the stream, asks, and sends them again.",
      command: deliveries("redeliver", []),
    },
    ...enableSteps(stream),
  ];
}

/** How to enable a stream that is disabled; none if it is not, or in no stack. */
export function enableSteps(stream: StreamReport): NextStep[] {
  const target = targetOf(stream);
  if (stream.status !== "disabled" || target === undefined) return [];
  const { disabledInState } = stream;
  const effect = "Sets the status to what the program says.";
  return [
    {
      title: disabledInState ? 'Set status: "enabled" in the program, then enable' : "Enable",
      effect: isIdle(stream)
        ? effect
        : `${effect} The service refuses this while failed deliveries are left.`,
      command: escapeInvisible(`pulumi up --refresh ${stackOptions(target)}`),
    },
  ];
}

const targetOf = ({ stack, folder = "." }: StreamReport): Target | undefined =>
  stack === undefined ? undefined : { name: stack, folder };
