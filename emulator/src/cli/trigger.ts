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

const usage = `auth0-tenant-emulator trigger <event type>: raises events with sample data in a running tenant

  --count <number>  how many events to raise (default: 1)
  --url <url>       the tenant's URL (default: http://127.0.0.1:4010)
  --help            print this help

The command prints the id of each new delivery and of its event stream. It stops as soon as no enabled
event stream subscribes to the type.

Exit codes:
  0  the command sent all events
  1  it didn't send all events, or it failed
  2  wrong arguments

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
        `Sent ${raised} of ${count} events, because no enabled event stream subscribes to ${type}.`,
      );
      return { exitCode: 1 };
    }
    for (const { id, event_stream_id: streamId } of deliveries) print(`${id}  ${streamId}`);
  }
  return done;
}

function eventTypeOf([type = "", another]: string[]): string {
  if (another !== undefined) throw new InvalidInput(`Unexpected argument "${another}".`);
  if (eventTypes.includes(type)) return type;
  const problem = type ? `There is no event type "${type}".` : "Pass an event type.";
  throw new InvalidInput(`${problem} The types are:\n  ${eventTypes.join("\n  ")}`);
}

function tenantAt(url: string): URL {
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return new URL(url);
  throw new InvalidInput(`--url must begin with http:// or https://, not "${url}".`);
}

async function raise(tenant: URL, type: string): Promise<Delivery[]> {
  const response = await fetch(new URL("/_emulator/events", tenant), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ type }),
  }).catch((error: Error) => {
    const { cause } = error as { cause?: NodeJS.ErrnoException };
    throw new Error(
      `No tenant responds at ${tenant.origin} (${cause?.code ?? error.message}).\n` +
        "Start one with `npx --no-install auth0-tenant-emulator`, or pass another URL with --url.\n" +
        "If the tenant uses --tls-cert, set NODE_EXTRA_CA_CERTS to that file.",
    );
  });
  const body = parseJson(await response.text()) as { deliveries?: Delivery[]; message?: string };
  const { deliveries, message = "without deliveries" } = { ...body };
  if (deliveries !== undefined) return deliveries;
  throw new Error(
    `POST ${response.url} returned ${response.status} (${message}).\n` +
      "Check that an auth0-tenant-emulator of the same version runs at this URL.",
  );
}
