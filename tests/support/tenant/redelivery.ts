import { type RedeliverOptions, redeliverStream } from "../../../cli/deliveries/redeliver/command";
import type { Delivery, TenantOptions } from "../../../emulator/src";
import { type Connection, connect } from "./connect";
import { addStream } from "./many";

export const streamId = "est_0123456789012345678901";

/** A tenant's canned responses. */
type Answer = NonNullable<Connection["server"]["respond"]>;

export interface Redelivery extends Connection {
  deliveries: Delivery[];
  /** The ids of the redeliveries, without ids that no delivery has. */
  sent: () => string[];
  /** Called for each request of a redelivery. Without a response, the tenant accepts it. */
  onRedeliver: (delivery: Delivery | undefined) => ReturnType<Answer>;
}

const redeliverPath = new RegExp(`^/api/v2/event-streams/${streamId}/redeliver/(.+)$`);

/** A tenant with an enabled stream that has failed deliveries. */
export async function withFailedDeliveries(
  count: number,
  options: TenantOptions = {},
): Promise<Connection & { deliveries: Delivery[] }> {
  const connection = await connect(options);
  const { server } = connection;
  addStream(server, streamId, "crm");
  const data = { object: { email: "canary-user-mail" } };
  const input = { status: "failed", event_type: "user.created", event: { data } };
  const inputs = Array.from({ length: count }, () => input);
  return { ...connection, deliveries: server.addDeliveries(streamId, inputs) };
}

/** The ids in the order of the requests, including rejected ones. */
export const sentIds = ({ requests }: Connection["server"]): string[] =>
  requests.flatMap(({ method, path }) =>
    method === "POST" ? (redeliverPath.exec(path)?.slice(1) ?? []) : [],
  );

/** A tenant whose responses the test can replace. Redeliveries wait for their attempts. */
export async function withFailed(count: number, options: TenantOptions = {}): Promise<Redelivery> {
  const connection = await withFailedDeliveries(count, options);
  const { server, clock, deliveries } = connection;
  const byId = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  const redelivery: Redelivery = {
    ...connection,
    sent: () => sentIds(server).filter((id) => byId.has(id)),
    onRedeliver: () => undefined,
  };
  server.respond = ({ method, path }) => {
    const [, redelivered] = redeliverPath.exec(path) ?? [];
    if (method !== "POST" || redelivered === undefined) return undefined;
    const delivery = byId.get(redelivered);
    const answer = redelivery.onRedeliver(delivery);
    if (answer || !delivery) return answer ?? noSuchDelivery;
    delivery.attempts.push(retrying(clock.now()));
    return { status: 202, body: {} };
  };
  return redelivery;
}

/** The recorded entry that Auth0 adds to the attempts when it accepts a redelivery. */
export const retrying = (ms: number) => ({
  status: "retrying",
  timestamp: new Date(ms).toISOString(),
});

export const noSuchDelivery = {
  status: 404,
  body: { statusCode: 404, error: "Not Found", message: "The delivery does not exist." },
};

export interface Ran {
  code: number | undefined;
  error: string;
  /** Standard output and messages. */
  text: string;
}

const never = () => new AbortController().signal;

/** Runs the command in this process. It has a terminal only if the user's answer is given. */
export async function runRedeliver(
  { api }: Pick<Connection, "api">,
  options: Partial<RedeliverOptions> & {
    argument?: string;
    ids?: string[];
    answer?: boolean;
    signal?: AbortSignal;
    /** This signal aborts some seconds after the first one. */
    timeout?: AbortSignal;
  } = {},
): Promise<Ran> {
  const {
    argument = "crm",
    ids = [],
    answer,
    signal = never(),
    timeout = never(),
    ...given
  } = options;
  const stop = { requested: signal, engineTimeout: timeout };
  const stream = { api, id: streamId, label: "crm" };
  let text = "";
  const note = (line: string) => {
    text += `${line}\n`;
  };
  const dialog = {
    confirm:
      answer === undefined
        ? undefined
        : async (question: string) => {
            note(question);
            return answer;
          },
    print: async (part: string) => {
      text += part;
    },
    note,
  };
  const request = { argument, stream, ids, options: { cwd: ".", ...given } };
  const run = redeliverStream(request, stop, dialog);
  const [ended] = await Promise.allSettled([run]);
  const error = ended.status === "rejected" ? (ended.reason as Error).message : "";
  const replace = (shown: string) =>
    shown.replaceAll(api.domain, "TENANT").replace(/Correlation ID: [\w-]+/g, "Correlation ID: ID");
  return {
    code: ended.status === "fulfilled" ? ended.value : undefined,
    error: replace(error),
    text: replace(text),
  };
}
