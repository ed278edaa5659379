import { readFileSync } from "node:fs";
import { completedAttempts } from "../../../provider/functions/attempts";
import { sendTestEvent } from "../../../provider/functions/testEvent";
import { type DeliveryResult, waitForResult } from "../../../provider/functions/waitForResult";
import { isObject, type Props } from "../../../provider/shared/json";
import { parseJson } from "../../shared/files";
import { deliveriesCommand } from "../../shared/shellCommands";
import { type StopSignals, unlessAborted } from "../../shared/stop";
import { countOf, displayName } from "../../shared/text";
import { attemptLines, type CommandContext, realContext, shortText, textOf } from "../output";
import { findStream, type StackOption } from "../streams";

export interface TestOptions extends StackOption {
  timeout: number;
  /** The data of the event as JSON, or `@` and the name of a file that contains it. */
  data?: string;
}

export async function testCommand(
  argument: string,
  eventType: string,
  options: TestOptions,
  stop: StopSignals,
  context: CommandContext = realContext(),
): Promise<number> {
  const { requested } = stop;
  const { output, clock } = context;
  const event = { eventType, ...(options.data !== undefined && { data: parseData(options.data) }) };
  const stream = await findStream(argument, options, requested);
  const named = { ...stream, name: argument };
  const later = deliveriesCommand("list", named, ["--type", eventType]);

  // Not abandoned at a signal: the id of what was sent would be lost.
  const { delivery } = await sendTestEvent(
    stream.api,
    { eventStreamId: stream.id, ...event },
    later,
  );
  const { id } = delivery;
  output.note(`Sent the test event ${id} of ${eventType} to ${displayName(stream.label)}.`);
  const seeLater = `To see it later, if it was not delivered: ${later}`;
  if (options.timeout === 0) {
    output.note(seeLater);
    return 0;
  }
  try {
    const sleep = (ms: number) => unlessAborted(requested, clock.sleep(ms));
    const waiting = waitForResult(stream, id, options.timeout * 1000, { now: clock.now, sleep });
    const result = await unlessAborted(requested, waiting);
    await output.print(textOf(resultLines(id, result, options)));
    if (result.state === "unknown") output.note(seeLater);
    return { delivered: 0, failed: 2, unknown: 1 }[result.state];
  } catch (error) {
    const { aborted, reason } = requested;
    if (aborted) output.note(`${reason.message}: the result is unknown.`);
    output.note(seeLater);
    if (!aborted) throw error;
    return 1;
  }
}

function resultLines(id: string, result: DeliveryResult, { timeout }: TestOptions): string[] {
  if (result.state === "delivered") {
    return [
      `${id} was delivered: the service, which lists only what is not delivered, no longer has it.`,
    ];
  }
  const attempts = result.delivery ? completedAttempts(result.delivery) : [];
  const count = countOf(attempts.length, "attempt");
  if (result.state === "failed") {
    return [`${id} failed after ${count}:`, ...attemptLines(attempts)];
  }
  const seconds = countOf(timeout, "second");
  return result.delivery === undefined
    ? [`After ${seconds}, the service does not list ${id} yet, so its result is unknown.`]
    : [
        `After ${seconds}, ${id} is ${shortText(result.delivery.status)}, with ${count}.`,
        ...attemptLines(attempts),
      ];
}

const rule = "--data must be a JSON object, or @ and the name of a file that contains one";

/** The data of a test event. No error quotes it, since it may be personal data. */
function parseData(option: string): Props {
  const text = option.startsWith("@") ? contentOf(option.slice(1)) : option;
  const data = parseJson(text, `${rule}: it is not valid JSON`);
  if (!isObject(data)) throw new Error(`${rule}: it is JSON, but not an object`);
  return data;
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new Error(`${rule}: ${(error as Error).message}`);
  }
}
