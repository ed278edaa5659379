import { eventStream } from "../../../provider/resources";
import { idViolation } from "../../../provider/resources/definition";

/** Whether a text is an id of an event stream, rather than a name. */
export const isStreamId = (text: string): boolean =>
  text.startsWith("est_") && idViolation(eventStream, text) === undefined;
