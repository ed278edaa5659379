import type { RateLimit } from "../../http/rateLimit";
import { InvalidInput } from "../../invalidInput";
import type { TenantOptions } from "../../options";
import { certificateOf, certificateOptions } from "../certificateOption";
import { flag, integer, parseFlags, text } from "../flags";
import { deliveryOf, deliveryOptions } from "./deliveryFlags";
import { parseFault } from "./parseFault";

export const usage = `auth0-tenant-emulator: an Auth0 tenant on your own machine

auth0-tenant-emulator                  starts a tenant, with the options below
auth0-tenant-emulator trigger --help   raises events in a tenant that runs
auth0-tenant-emulator listen --help    receives the events of webhook streams

  --port <number>             port on 127.0.0.1 (default 4010); 0: any free port
  --client-id <id>            client id for token requests
  --client-secret <secret>    its secret
  --scopes <scopes>           permissions of its tokens (default: all)
  --token-lifetime <seconds>  lifetime of its tokens (default 86400)
  --no-policies               a tenant without the entitlement to rate limit policies
  --max-streams <number>      event streams that the tenant holds at most (default: no limit)
  --seed-deliveries <number>  deliveries that every new event stream starts with (default 0)
  --retry-delays <delays>     milliseconds before each retry of a delivery (default 1000,2000,4000)
  --delivery-timeout <milliseconds>  how long a delivery waits for the response (default 10000)
  --disable-after <limits>    failed deliveries in a row / in all after which the tenant disables
                              a stream (default 500/5000)
  --delivery-ca <file>        certificates in PEM that deliveries trust, besides those of Node
  --rate-limit <limit>        requests per second / burst, as in 2/10 (default: none)
  --rate-limit-reset <form>   form of X-RateLimit-Reset: epoch-seconds (default),
                              epoch-milliseconds, seconds-to-go, past, absent
  --latency <milliseconds>    delay of every response (default 0)
  --clock-skew <milliseconds> how far the Date of responses is ahead of the dates of objects
  --fault <fault>             a failure to simulate; may be repeated:
                              '<METHOD> <path>|* <kind[:number]> [after|late:<n>|late:<n>ms]
                              [x<times>] [skip<n>]', or the fault as JSON
  --tls                       serve https, with a certificate that is created for it
  --tls-key, --tls-cert <file>  serve https, with your key and certificate in PEM
  --log                       print method, path and status of every request
  --help
  --version`;

export const options = {
  port: { ...text, default: "4010" },
  "client-id": text,
  "client-secret": text,
  scopes: text,
  "token-lifetime": { ...text, default: "86400" },
  "no-policies": flag,
  "max-streams": text,
  "seed-deliveries": { ...text, default: "0" },
  ...deliveryOptions,
  "rate-limit": text,
  "rate-limit-reset": text,
  latency: { ...text, default: "0" },
  "clock-skew": { ...text, default: "0" },
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
  const { "client-id": clientId, "client-secret": clientSecret } = flags;
  const tls = certificateOf(flags);
  return {
    port: integer("port", flags.port, { maximum: 65_535 }),
    ...(clientId === undefined ? {} : { clientId }),
    ...(clientSecret === undefined ? {} : { clientSecret }),
    ...(flags.scopes === undefined ? {} : { scopes: flags.scopes.match(/[^\s,]+/g) ?? [] }),
    expiresIn: integer("token-lifetime", flags["token-lifetime"], { maximum: 2_592_000 }),
    entitlements: { policies: !flags["no-policies"] },
    ...(flags["max-streams"] === undefined
      ? {}
      : { maxStreams: integer("max-streams", flags["max-streams"], { maximum: 100_000 }) }),
    seedDeliveries: integer("seed-deliveries", flags["seed-deliveries"], { maximum: 100_000 }),
    delivery: deliveryOf(flags),
    ...rateLimitOf(flags),
    latencyMs: integer("latency", flags.latency, { maximum: 600_000 }),
    clockSkewMs: clockSkew(flags["clock-skew"]),
    faults: flags.fault.map(parseFault),
    ...(tls === undefined ? {} : { tls }),
    ...(flags.log && {
      log: ({ method, path, status = "-" }) => print(`${method} ${path} ${status}`),
    }),
  };
}

function clockSkew(value: string): number {
  if (/^-?\d+$/.test(value)) return Number(value);
  throw new InvalidInput(`--clock-skew must be a number of milliseconds, not "${value}"`);
}

function rateLimitOf(flags: Flags): Pick<TenantOptions, "rateLimit"> {
  const { "rate-limit": value, "rate-limit-reset": reset } = flags;
  if (value === undefined) {
    if (reset !== undefined) throw new InvalidInput("--rate-limit-reset needs --rate-limit");
    return {};
  }
  const [, perSecond, burst] = /^(\d+(?:\.\d+)?)\/(\d+)$/.exec(value) ?? [];
  if (!(Number(perSecond) > 0)) {
    throw new InvalidInput(`--rate-limit must be <per second>/<burst> as in 2/10, not "${value}"`);
  }
  const rateLimit: RateLimit = { perSecond: Number(perSecond), burst: Number(burst) };
  // The tenant refuses an unknown form.
  if (reset !== undefined) rateLimit.reset = reset as NonNullable<RateLimit["reset"]>;
  return { rateLimit };
}
