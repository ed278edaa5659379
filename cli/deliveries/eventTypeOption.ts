import { eventKinds } from "../../provider/functions/eventKinds";
import { didYouMean } from "../../provider/schema/suggestion";
import { InvalidArgumentError } from "../shared/commandLine";

/** A kind of event of the command line. */
export function parseEventType(text: string): string {
  if (eventKinds.includes(text)) return text;
  const suggestion = didYouMean(text, eventKinds);
  throw new InvalidArgumentError(
    suggestion === ""
      ? `There is no such kind of event. The kinds are ${eventKinds.join(", ")}.`
      : `There is no such kind of event${suggestion}`,
  );
}

/** Kinds of events, separated by commas. */
export const parseEventTypes = (text: string): string[] =>
  text.split(",").map((type) => parseEventType(type.trim()));
