import { InvalidInput, isObject } from "../../invalidInput";
import type { Delivery } from "../../model/delivery";
import type { StoredStream } from "../../model/store";
import { eventTypes } from "../../schemas/eventTypes";
import {
  type CommandIo,
  type CommandState,
  done,
  flag,
  integer,
  parseFlags,
  parseJson,
  text,
  visibleText,
} from "../command";

const usage = `auth0-tenant-emulator trigger <event type>: raises an event in a tenant that runs

  --data <JSON>     the data of the event (default: sample data)
  --count <number>  how many events to raise (default 1)
  --url <url>       the tenant (default http://127.0.0.1:4010)
  --help

It prints a line for each delivery that began: its id, and the id and the name of the event stream. As
soon as no event stream is enabled and subscribed to the type, it lists the streams and ends.

Exit codes: 0 all events were sent; 1 not all were sent, or failure; 2 wrong arguments

Event types:
  ${eventTypes.join("\n  ")}`;

export const options = {
  data: text,
  count: { ...text, default: "1" },
  url: { ...text, default: "http://127.0.0.1:4010" },
  help: flag,
};

/** Raises events in the tenant of another process. */
export async function trigger(args: string[], { print, warn }: CommandIo): Promise<CommandState> {
  const { values: flags, positionals } = parseFlags({ args, options, allowPositionals: true });
  if (flags.help) {
    print(usage);
    return done;
  }
  const event = { type: eventTypeOf(positionals), data: dataOf(flags.data) };
  const count = integer("count", flags.count, { minimum: 1, maximum: 100_000 });
  const tenant = tenantAt(flags.url);
  const streams = () => send<StoredStream[]>(tenant, "/_emulator/streams");
  const names = new Map((await streams()).map(({ id, name }) => [id, nameOf(name)]));
  for (let raised = 0; raised < count; raised++) {
    const { deliveries } = await send<{ deliveries: Delivery[] }>(
      tenant,
      "/_emulator/events",
      event,
    );
    if (deliveries.length === 0) {
      const summary = noReceiver(event.type, raised, count);
      for (const line of [summary, ...streamList(event.type, await streams())]) warn(line);
      return { exitCode: 1 };
    }
    for (const { id, event_stream_id: streamId } of deliveries) {
      print(`${id}  ${streamId}${names.get(streamId) ?? ""}`);
    }
  }
  return done;
}

const nameOf = (name: string | undefined) => (name === undefined ? "" : `  ${visibleText(name)}`);

function eventTypeOf([type, another]: string[]): string {
  if (another !== undefined) throw new InvalidInput(`Unexpected argument '${another}'`);
  if ((eventTypes as readonly (string | undefined)[]).includes(type)) return String(type);
  throw new InvalidInput(
    `trigger needs one of the event types ${eventTypes.join(", ")}, not '${type ?? ""}'`,
  );
}

function dataOf(value: string | undefined): object | undefined {
  if (value === undefined) return undefined;
  const data = parseJson(value);
  if (isObject(data)) return data;
  throw new InvalidInput("--data must be a JSON object");
}

function noReceiver(type: string, raised: number, count: number): string {
  const reason = `event stream is enabled and subscribed to ${type}`;
  return raised === 0
    ? `No ${reason}, so nothing was sent.`
    : `${raised} of ${count} events were sent. Now no ${reason}.`;
}

function streamList(type: string, streams: StoredStream[]): string[] {
  const lines = streams.map((stream) => {
    const isSubscribed = stream.subscriptions?.some(({ event_type }) => event_type === type);
    const state = isSubscribed ? "" : ", not subscribed";
    return `  ${stream.id}${nameOf(stream.name)}: ${visibleText(stream.status)}${state}`;
  });
  return lines.length === 0
    ? ["The tenant has no event streams."]
    : ["The tenant's event streams:", ...lines];
}

function tenantAt(url: string): URL {
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return new URL(url);
  throw new InvalidInput(`--url must be an http or https URL, not "${url}"`);
}

/** Sends a request to a control route of the tenant: a POST if there is a body. */
async function send<Result>(tenant: URL, path: string, body?: object): Promise<Result> {
  const headers = { "content-type": "application/json" };
  const post = body && { method: "POST", headers, body: JSON.stringify(body) };
  const response = await fetch(new URL(path, tenant), post).catch((error: Error) => {
    const { cause } = error as { cause?: NodeJS.ErrnoException };
    throw new Error(
      `no tenant responds at ${tenant.origin} (${cause?.code ?? error.message}). Start one with \`auth0-tenant-emulator\`, name its URL with --url, and set NODE_EXTRA_CA_CERTS as a tenant with --tls has printed it.`,
    );
  });
  const json = parseJson(await response.text());
  if (response.ok && json !== undefined) return json as Result;
  throw new Error(
    `${tenant.origin}${path} returned ${response.status}. Is it an auth0-tenant-emulator of this version?`,
  );
}
