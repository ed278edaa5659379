import { deliveriesCommand } from "../../../shared/deliveriesCommand";
import type { Target } from "../../../shared/pulumi";
import { stackOptions } from "../../../shared/stackOptions";
import { escapeInvisible } from "../../../shared/text";
import { filterOptions } from "../../filters";
import type { Criteria, StreamReport } from "../report";

/** A command that a person can run next. */
export interface NextStep {
  title: string;
  effect: string;
  command: string;
}

/** How to see the failed deliveries of a stream, and how to end the failure. */
export function nextSteps(stream: StreamReport, criteria: Criteria): NextStep[] {
  const { id = "", stack, folder = ".", status, failedOutsideCriteria } = stream;
  const target = stack === undefined ? undefined : { name: stack, folder };
  const deliveries = (command: string, options: string[]) =>
    deliveriesCommand(command, { name: id, id, stack: target }, options);
  const { since, until, eventTypes: type } = criteria;
  const filters = failedOutsideCriteria !== undefined ? {} : { since, until, type };
  const steps = [
    {
      title: "See each",
      effect: "Lists the failed deliveries with their attempts, without the content of events.",
      command: deliveries("list", filterOptions({ status: ["failed"], ...filters })),
    },
    {
      title: "Send again",
      effect:
        "Once the receiver is repaired: shows all failed deliveries of the stream, asks, and sends them again.",
      command: deliveries("redeliver", []),
    },
  ];
  return status === "disabled" && target !== undefined ? [...steps, enableStep(target)] : steps;
}

function enableStep(stack: Target): NextStep {
  return {
    title: "Enable",
    effect:
      "Then sets the status to what the program says. The service refuses this while failed deliveries are left.",
    command: escapeInvisible(`pulumi up --refresh ${stackOptions(stack)}`),
  };
}
