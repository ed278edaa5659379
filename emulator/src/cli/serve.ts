import { parseArgs } from "node:util";
import { startTenant } from "../";
import { InvalidInput } from "../invalidInput";
import type { DeliveryOptions } from "../options";
import {
  type CommandState,
  certificateOf,
  certificateOptions,
  done,
  fileText,
  flag,
  integer,
  type Print,
  text,
} from "./commandLine";

const usage = `auth0-tenant-emulator: runs an in-memory Auth0 tenant on your machine

auth0-tenant-emulator                  starts a tenant, with the options below
auth0-tenant-emulator listen --help    receives the events of webhook streams

  --port <number>             port on 127.0.0.1; with 0, the system chooses (default: 4010)
  --retry-delays <delays>     milliseconds before each retry of a delivery
                              (default: 1000,2000,4000)
  --disable-after <limits>    failed deliveries, in a row and in total, that disable a stream
                              (default: 500/5000)
  --delivery-ca <file>        certificates that deliveries trust, in addition to Node's (PEM file)
  --tls-key, --tls-cert <file>  serve https with your key and certificate (PEM files)
  --log                       print the method, path, and status of every request
  --help                      print this help

Example:
  auth0-tenant-emulator --log`;

export const options = {
  port: { ...text, default: "4010" },
  "retry-delays": text,
  "disable-after": text,
  "delivery-ca": text,
  ...certificateOptions,
  log: flag,
  help: flag,
};

export async function serve(args: string[], print: Print): Promise<CommandState> {
  const flags = parseArgs({ args, options }).values;
  if (flags.help) {
    print(usage);
    return done;
  }
  const ca = flags["delivery-ca"];
  const tls = certificateOf(flags);
  const tenant = await startTenant({
    port: integer("port", flags.port, { maximum: 65_535 }),
    delivery: {
      ...retryDelays(flags["retry-delays"]),
      ...disableAfter(flags["disable-after"]),
      ...(ca === undefined ? {} : { ca: fileText("delivery-ca", ca) }),
    },
    ...(tls && { tls }),
    ...(flags.log && {
      log: ({ method, path, status = "-" }) => print(`${method} ${path} ${status}`),
    }),
  });
  for (const [name, value] of Object.entries(tenant.environment)) {
    print(`export ${name}=${value}`);
  }
  const curl = tls ? "curl --insecure" : "curl";
  const edit = `${curl} -X PATCH -d '{"status": "disabled"}' ${tenant.url}/_emulator/event-streams/<name>`;
  print(`# To change a stream as someone would in the dashboard, run: ${edit}`);
  print(`# Listening on ${tenant.url} until you press Ctrl+C.`);
  return { stop: () => tenant.close() };
}

function retryDelays(value: string | undefined): DeliveryOptions {
  if (value === undefined) return {};
  if (/^\d{1,6}(,\d{1,6})*$/.test(value)) return { retryDelaysMs: value.split(",").map(Number) };
  throw new InvalidInput(
    `--retry-delays must be milliseconds separated by commas, such as 100,200,400, not "${value}".`,
  );
}

function disableAfter(value: string | undefined): DeliveryOptions {
  if (value === undefined) return {};
  const [, consecutive, total] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(value) ?? [];
  if (consecutive !== undefined) {
    return { disableAfterConsecutive: Number(consecutive), disableAfterTotal: Number(total) };
  }
  throw new InvalidInput(
    `--disable-after must be <in a row>/<in total>, such as 500/5000, not "${value}".`,
  );
}
