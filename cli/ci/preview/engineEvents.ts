import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { EngineEvent } from "@pulumi/pulumi/automation";

/**
 * The events that a report is made of. The log has many more, with the state of every object several
 * times, so it is read line by line.
 */
export async function readEvents(file: string): Promise<EngineEvent[]> {
  const events: EngineEvent[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const event = parseEvent(line);
    if (event && isReported(event)) events.push(event);
  }
  return events;
}

/** An engine that was killed may leave a part of a line. */
function parseEvent(line: string): EngineEvent | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

const isReported = ({ resourcePreEvent, diagnosticEvent, summaryEvent }: EngineEvent) =>
  (resourcePreEvent && resourcePreEvent.metadata.op !== "same") ||
  diagnosticEvent?.severity === "error" ||
  summaryEvent !== undefined;
