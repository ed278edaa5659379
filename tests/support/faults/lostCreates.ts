import type { StoredStream } from "../../../emulator/src";
import { lifecycle } from "../../../provider/lifecycle/resource";
import { eventStream, rateLimitPolicy } from "../../../provider/resources";
import type { Props } from "../../../provider/shared/json";
import { engine } from "../engine/engine";
import { type Connection, connect } from "../tenant/connect";
import { collectionOf, storedObject } from "../tenant/objects";
import { authorized, stream } from "../values/eventStream";
import { kindNamed, listedKinds } from "../values/kinds";

export const streams = lifecycle(eventStream);
export const policies = lifecycle(rateLimitPolicy);
export const postStream = "POST /event-streams";
export const postPolicy = "POST /rate-limit-policies";
export const listStreams = "GET /event-streams";
export const listPolicies = "GET /rate-limit-policies";

/** The resources that a POST creates, with their program, kind, and stored objects. */
export const made = listedKinds.map((kind) => ({
  ...kind,
  post: kind.routes.create,
  list: kind.routes.list,
  make: ({ session }: Connection) => engine(kind.resource, session).create(kind.first),
  stored: ({ server }: Connection) => [...collectionOf(server, kind).values()],
}));

export const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => "it was made",
    (error: Error) => error.message,
  );

/** A server with its own clock. */
export async function skewed(aheadMs: number): Promise<Connection> {
  let now = Date.now;
  const connection = await connect({ now: () => now() });
  now = () => connection.clock.now() + aheadMs;
  return connection;
}

/** A stream without a name. Auth0 accepts an equal second one. */
export const unnamed = (program = stream()): Props => {
  const { name: _, ...others } = program;
  return others;
};

export const withPassword = (value: string) =>
  unnamed(authorized({ method: "basic", username: "tenant", password: `canary-${value}` }));

/** The password that the tenant stores for a stream. */
export const passwordOf = ({ server }: Connection, id: string) =>
  server.streams.get(id)?.destination.configuration.webhook_authorization?.password;

/** Adds somebody else's stream. It equals `unnamed()` except for its secret and its time. */
export function foreign({ server, clock }: Connection, id: string, afterMs: number): StoredStream {
  const created_at = new Date(clock.now() + afterMs).toISOString();
  const found = storedObject(kindNamed("EventStream"), id, withPassword("theirs"));
  const made = { ...found, created_at, updated_at: created_at } as unknown as StoredStream;
  server.streams.set(id, made);
  return made;
}

/** Loses the next creates of streams. */
export const lose = ({ server }: Connection, when: "before" | "after", times = 1) =>
  server.addFault({ kind: "drop", when, route: postStream, times });
