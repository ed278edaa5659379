import type { StoredStream } from "../../../emulator/src";
import { lifecycle } from "../../../provider/lifecycle/resource";
import { eventStream, rateLimitPolicy } from "../../../provider/resources";
import { encode } from "../../../provider/schema/codec";
import { resourceSchema } from "../../../provider/schema/packageSchema";
import type { Props } from "../../../provider/shared/json";
import { engine } from "../engine/engine";
import { type Connection, connect } from "../tenant/connect";
import { authorized, policy, stream } from "../values/inputs";

export const streams = lifecycle(eventStream);
export const policies = lifecycle(rateLimitPolicy);
export const postStream = "POST /event-streams";
export const postPolicy = "POST /rate-limit-policies";
export const listStreams = "GET /event-streams";
export const listPolicies = "GET /rate-limit-policies";

/** The two resources that POST makes: how each is made, asked for and stored. */
export const made = [
  {
    name: "EventStream",
    post: postStream,
    list: listStreams,
    make: ({ session }: Connection) => engine(streams, session).create(stream()),
    stored: ({ server }: Connection) => [...server.streams.values()],
  },
  {
    name: "RateLimitPolicy",
    post: postPolicy,
    list: listPolicies,
    make: ({ session }: Connection) => engine(policies, session).create(policy()),
    stored: ({ server }: Connection) => [...server.policies.values()],
  },
];

export const messageOf = (work: Promise<unknown>) =>
  work.then(
    () => "it was made",
    (error: Error) => error.message,
  );

/** A service with a clock of its own. */
export async function skewed(aheadMs: number): Promise<Connection> {
  let now = Date.now;
  const connection = await connect({ now: () => now() });
  now = () => connection.clock.now() + aheadMs;
  return connection;
}

/** A stream without a name: the service accepts a second one that is equal. */
export const unnamed = (program = stream()): Props => {
  const { name: _, ...others } = program;
  return others;
};

export const withPassword = (value: string) =>
  unnamed(authorized({ method: "basic", username: "tenant", password: `canary-${value}` }));

/** The password that the tenant holds for a stream. */
export const passwordOf = ({ server }: Connection, id: string) =>
  server.streams.get(id)?.destination.configuration.webhook_authorization?.password;

/** Somebody else's stream, such as `unnamed()` but for its secret, so long after (or before) now. */
export function foreign({ server, clock }: Connection, id: string, afterMs: number): StoredStream {
  const created_at = new Date(clock.now() + afterMs).toISOString();
  const wire = encode(resourceSchema("EventStream").inputs, withPassword("theirs")) as Props;
  const made = { id, status: "enabled", ...wire, created_at, updated_at: created_at };
  server.streams.set(id, made as unknown as StoredStream);
  return made as unknown as StoredStream;
}

/** Loses the next creates of streams. */
export const lose = ({ server }: Connection, when: "before" | "after", times = 1) =>
  server.addFault({ kind: "drop", when, route: postStream, times });
