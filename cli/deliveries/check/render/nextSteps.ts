import { shellWord } from "../../../../provider/shared/shellWord";
import { escapeInvisible } from "../../../shared/text";
import { commandText } from "../../commandText";
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
  const deliveries = (command: string, options: string[]) =>
    escapeInvisible(
      commandText(command, id, { ...(stack !== undefined && { stack }), cwd: folder }, options),
    );
  const filters = failedOutsideCriteria ? [] : filterOptions(criteria);
  const steps = [
    {
      title: "See each",
      effect: "Lists the failed deliveries with their attempts, without the content of events.",
      command: deliveries("list", ["--status", "failed", ...filters]),
    },
    {
      title: "Send again",
      effect:
        "Once the receiver is repaired: shows all failed deliveries of the stream, asks, and sends them again.",
      command: deliveries("redeliver", []),
    },
  ];
  return status === "disabled" && stack !== undefined
    ? [...steps, enableStep(stack, folder)]
    : steps;
}

function enableStep(stack: string, folder: string): NextStep {
  const program = folder === "." ? "" : ` --cwd ${shellWord(folder)}`;
  return {
    title: "Enable",
    effect:
      "Then sets the status to what the program says. The service refuses this while failed deliveries are left.",
    command: escapeInvisible(`pulumi up --refresh --stack ${shellWord(stack)}${program}`),
  };
}

const filterOptions = ({ since, until, eventTypes }: Criteria): string[] => [
  ...(since === undefined ? [] : ["--since", since]),
  ...(until === undefined ? [] : ["--until", until]),
  ...(eventTypes ? ["--type", eventTypes.join(",")] : []),
];
