import { parseArgs } from "node:util";
import { eventTypes } from "../delivery/sampleData";
import { InvalidInput } from "../invalidInput";
import type { Delivery } from "../model/delivery";
import {
  type CommandIo,
  type CommandState,
  done,
  flag,
  integer,
  parseJson,
  text,
} from "./commandLine";

const usage = `auth0-tenant-emulator trigger <event type>: raises an event with sample data in a tenant that runs

  --count <number>  how many events to raise (default 1)
  --url <url>       the tenant (default http://127.0.0.1:4010)
  --help

It prints a line for each delivery that began: its id, and the id of the event stream. It ends as soon as
no event stream is enabled and subscribed to the type.

Exit codes: 0 all events were sent; 1 not all were sent, or failure; 2 wrong arguments

Event types:
  ${eventTypes.join("\n  ")}

Example:
  auth0-tenant-emulator trigger user.created --count 3`;

export const options = {
  count: { ...text, default: "1" },
  url: { ...text, default: "http://127.0.0.1:4010" },
  help: flag,
};

export async function trigger(args: string[], { print, warn }: CommandIo): Promise<CommandState> {
  const { values: flags, positionals } = parseArgs({ args, options, allowPositionals: true });
  if (flags.help) {
    print(usage);
    return done;
  }
  const type = eventTypeOf(positionals);
  const count = integer("count", flags.count, { minimum: 1, maximum: 100_000 });
  const tenant = tenantAt(flags.url);
  for (let raised = 0; raised < count; raised++) {
    const deliveries = await raise(tenant, type);
    if (deliveries.length === 0) {
      warn(
        `${raised} of ${count} events were sent. No event stream is enabled and subscribed to ${type}.`,
      );
      return { exitCode: 1 };
    }
    for (const { id, event_stream_id: streamId } of deliveries) print(`${id}  ${streamId}`);
  }
  return done;
}

function eventTypeOf([type = "", another]: string[]): string {
  if (another !== undefined) throw new InvalidInput(`Unexpected argument '${another}'`);
  if (eventTypes.includes(type)) return type;
  throw new InvalidInput(
    `trigger needs one of the event types ${eventTypes.join(", ")}, not '${type}'`,
  );
}

function tenantAt(url: string): URL {
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return new URL(url);
  throw new InvalidInput(`--url must be an http or https URL, not "${url}"`);
}

async function raise(tenant: URL, type: string): Promise<Delivery[]> {
  const response = await fetch(new URL("/_emulator/events", tenant), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ type }),
  }).catch((error: Error) => {
    const { cause } = error as { cause?: NodeJS.ErrnoException };
    throw new Error(
      `no tenant responds at ${tenant.origin} (${cause?.code ?? error.message}). ` +
        "Start one with `auth0-tenant-emulator`, name its URL with --url, " +
        "and set NODE_EXTRA_CA_CERTS to its --tls-cert if it has one.",
    );
  });
  const body = parseJson(await response.text()) as { deliveries?: Delivery[]; message?: string };
  const { deliveries, message = "no JSON with deliveries" } = { ...body };
  if (deliveries !== undefined) return deliveries;
  throw new Error(
    `POST ${response.url} returned ${response.status}: ${message}. Is it an auth0-tenant-emulator of this version?`,
  );
}
