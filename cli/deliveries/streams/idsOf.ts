import type { Json } from "../../../provider/shared/json";
import { displayName } from "../../shared/text";

/** The ids of streams, for a message. */
export const idsOf = (streams: { id?: Json }[]): string =>
  streams.map(({ id }) => displayName(String(id))).join(" or ");
