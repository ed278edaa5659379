import { InvalidInput } from "../../invalidInput";
import type { DeliveryOptions, TenantOptions } from "../../options";
import {
  certificateOf,
  certificateOptions,
  fileText,
  flag,
  integer,
  parseFlags,
  text,
} from "../commandLine";
import { parseFault } from "./parseFault";

export const usage = `auth0-tenant-emulator: an Auth0 tenant on your own machine

auth0-tenant-emulator                  starts a tenant, with the options below
auth0-tenant-emulator trigger --help   raises events in a tenant that runs
auth0-tenant-emulator listen --help    receives the events of webhook streams

  --port <number>             port on 127.0.0.1 (default 4010); 0: any free port
  --scopes <scopes>           permissions of its tokens (default: all)
  --no-policies               a tenant without the entitlement to rate limit policies
  --retry-delays <delays>     milliseconds before each retry of a delivery (default 1000,2000,4000)
  --disable-after <limits>    failed deliveries in a row / in all after which the tenant disables
                              a stream (default 500/5000)
  --delivery-ca <file>        certificates in PEM that deliveries trust, besides those of Node
  --rate-limit <limit>        requests per second / burst, as in 2/10 (default: none)
  --latency <milliseconds>    delay of every response (default 0)
  --fault <fault>             a failure to simulate; may be repeated:
                              '<METHOD> <path>|* <kind[:number]> [after] [x<times>]',
                              or the fault as JSON
  --tls                       serve https, with a certificate that is created for it
  --tls-key, --tls-cert <file>  serve https, with your key and certificate in PEM
  --log                       print method, path and status of every request
  --help
  --version

Examples:
  auth0-tenant-emulator --log
  auth0-tenant-emulator --fault 'GET /event-streams status:503 x3'`;

export const options = {
  port: { ...text, default: "4010" },
  scopes: text,
  "no-policies": flag,
  "retry-delays": text,
  "disable-after": text,
  "delivery-ca": text,
  "rate-limit": text,
  latency: { ...text, default: "0" },
  fault: { ...text, multiple: true as const, default: [] as string[] },
  ...certificateOptions,
  log: flag,
  help: flag,
  version: flag,
};

export const flagsOf = (args: string[]) => parseFlags({ args, options }).values;

type Flags = ReturnType<typeof flagsOf>;

/** `print` receives the lines of --log. */
export function optionsOf(flags: Flags, print: (line: string) => void): TenantOptions {
  const tls = certificateOf(flags);
  return {
    port: integer("port", flags.port, { maximum: 65_535 }),
    ...(flags.scopes === undefined ? {} : { scopes: flags.scopes.match(/[^\s,]+/g) ?? [] }),
    entitlements: { policies: !flags["no-policies"] },
    delivery: deliveryOf(flags),
    ...rateLimitOf(flags),
    latencyMs: integer("latency", flags.latency, { maximum: 600_000 }),
    faults: flags.fault.map(parseFault),
    ...(tls === undefined ? {} : { tls }),
    ...(flags.log && {
      log: ({ method, path, status = "-" }) => print(`${method} ${path} ${status}`),
    }),
  };
}

function rateLimitOf({ "rate-limit": value }: Flags): Pick<TenantOptions, "rateLimit"> {
  if (value === undefined) return {};
  const [, perSecond, burst] = /^(\d+(?:\.\d+)?)\/(\d+)$/.exec(value) ?? [];
  if (Number(perSecond) > 0) {
    return { rateLimit: { perSecond: Number(perSecond), burst: Number(burst) } };
  }
  throw new InvalidInput(`--rate-limit must be <per second>/<burst> as in 2/10, not "${value}"`);
}

function deliveryOf({ "delivery-ca": ca, ...flags }: Flags): DeliveryOptions {
  return {
    ...retryDelays(flags["retry-delays"]),
    ...disableAfter(flags["disable-after"]),
    ...(ca === undefined ? {} : { ca: fileText("delivery-ca", ca) }),
  };
}

function retryDelays(value: string | undefined): DeliveryOptions {
  if (value === undefined) return {};
  if (/^\d{1,6}(,\d{1,6})*$/.test(value)) return { retryDelaysMs: value.split(",").map(Number) };
  throw new InvalidInput(
    `--retry-delays must be milliseconds separated by commas, as in 100,200,400, not "${value}"`,
  );
}

function disableAfter(value: string | undefined): DeliveryOptions {
  if (value === undefined) return {};
  const [, consecutive, total] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(value) ?? [];
  if (consecutive !== undefined) {
    return { disableAfterConsecutive: Number(consecutive), disableAfterTotal: Number(total) };
  }
  throw new InvalidInput(
    `--disable-after must be <in a row>/<in all> as in 500/5000, not "${value}"`,
  );
}
