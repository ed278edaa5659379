import { countOf } from "../../../shared/number";
import { texts } from "./texts";

/** More streams than a person reads in full. */
export const maxSections = 100;

/** What a report for people says of the streams that it leaves out. */
export function moreStreams(streams: number): string | undefined {
  const more = streams - maxSections;
  return more > 0 ? `And ${countOf(more, "other stream")}. ${texts.completeReport}` : undefined;
}
