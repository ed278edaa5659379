import { InvalidInput, isObject } from "../../invalidInput";
import type { StoredStream } from "../../model/store";
import { eventTypes } from "../../schemas/eventTypes";
import { type CommandIo, type CommandState, done } from "../command";
import { fileText, flag, integer, parseFlags, text } from "../flags";
import { parseJson } from "../json";
import { shortText } from "../visibleText";
import { controlClient } from "./controlClient";

const usage = `auth0-tenant-emulator trigger <event type>: raises an event in a tenant that runs

  --data <JSON>     the data of the event, or @ and the name of a file (default: sample data)
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
  const tenant = controlClient(flags.url);
  const names = new Map((await tenant.streams()).map(({ id, name }) => [id, nameOf(name)]));
  for (let raised = 0; raised < count; raised++) {
    const deliveries = await tenant.raise(event);
    if (deliveries.length === 0) {
      const summary = noReceiver(event.type, raised, count);
      for (const line of [summary, ...streamList(event.type, await tenant.streams())]) warn(line);
      return { exitCode: 1 };
    }
    for (const { id, event_stream_id: streamId } of deliveries) {
      print(`${id}  ${streamId}${names.get(streamId) ?? ""}`);
    }
  }
  return done;
}

const nameOf = (name: string | undefined) => (name === undefined ? "" : `  ${shortText(name)}`);

function eventTypeOf([type, another]: string[]): string {
  if (type === undefined) throw new InvalidInput(`trigger needs an event type. ${allTypes}`);
  if (another !== undefined) throw new InvalidInput(`Unexpected argument '${another}'`);
  if ((eventTypes as readonly string[]).includes(type)) return type;
  throw new InvalidInput(`There is no event type '${type}'. ${allTypes}`);
}

const allTypes = `The types are ${eventTypes.join(", ")}`;

function dataOf(value: string | undefined): object | undefined {
  if (value === undefined) return undefined;
  const json = value.startsWith("@") ? fileText("data", value.slice(1)) : value;
  const data = parseJson(json);
  if (isObject(data)) return data;
  throw new InvalidInput("--data must be a JSON object, or @ and the name of a file with one");
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
    return `  ${stream.id}${nameOf(stream.name)}: ${shortText(stream.status)}${state}`;
  });
  return lines.length === 0
    ? ["The tenant has no event streams."]
    : ["The tenant's event streams:", ...lines];
}
