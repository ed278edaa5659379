import { listAll } from "../api/listPages";
import { idForm, type Operation } from "../api/operation";
import type { Moment } from "../api/serviceClock";
import type { Json, Props } from "../shared/json";
import type { Session } from "./session";

/** An object to be made. */
export interface PendingCreate {
  /** The resource's name. */
  name: string;
  create: Operation;
  list: Operation & { madeAt: string };
  body: Props;
  /** By property, a text of what the service would return of it: the same for the same value. */
  readable: Record<string, string>;
  /** Whether an object of the service has all that the body says, as far as it can be read. */
  matches: (object: Json) => boolean;
}

/** One create under way. */
export interface Attempts {
  session: Session;
  making: PendingCreate;
  started: Moment;
  deadline: number;
}

/** Whether one object could match both: one of them may say less than the other. */
export function mayMatchOne(mine: PendingCreate, other: PendingCreate): boolean {
  if (mine.create !== other.create) return false;
  return Object.entries(other.readable).every(
    ([key, text]) => !(key in mine.readable) || mine.readable[key] === text,
  );
}

/** What an attempt may have made: matching objects that no resource has and that are not clearly older. */
export async function candidatesOf({
  session,
  making,
  started,
  deadline,
}: Attempts): Promise<Props[]> {
  const { list, matches } = making;
  const { serviceClock } = session.api.transport;
  const objects = await listAll(session.api, list, { deadline });
  return objects.filter(
    (object) =>
      !session.knownIds.has(String(object.id)) &&
      matches(object) &&
      serviceClock.compare(object[list.madeAt], started) !== "before",
  );
}

export const idsOf = (objects: Props[]) =>
  objects
    .slice(0, maxNamed)
    .map(({ id }) => (idForm.test(String(id)) ? id : JSON.stringify(String(id).slice(0, 60))))
    .join(", ");

/** More would hide the rest of the message. */
const maxNamed = 10;
