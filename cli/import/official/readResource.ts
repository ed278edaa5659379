import type { IgnoredResource, OfficialObject, OfficialState } from "./officialState";

/** What a reader makes of one resource of a state. */
export type ReadResource = { object: OfficialObject } | { ignored: IgnoredResource };

export function separate(read: ReadResource[]): Pick<OfficialState, "objects" | "ignored"> {
  return {
    objects: read.flatMap((one) => ("object" in one ? one.object : [])),
    ignored: read.flatMap((one) => ("ignored" in one ? one.ignored : [])),
  };
}
