import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { selfSigned } from "../http/certificate";
import type { RateLimit } from "../http/rateLimit";
import { InvalidInput } from "../invalidInput";
import type { TenantOptions } from "../options";
import { parseFault } from "./parseFault";

export const usage = `auth0-tenant-emulator: an Auth0 tenant on your own machine

  --port <number>             port on 127.0.0.1 (default 4010); 0: any free port
  --client-id <id>            client id for token requests
  --client-secret <secret>    its secret
  --scopes <scopes>           permissions of its tokens (default: all)
  --token-lifetime <seconds>  lifetime of its tokens (default 86400)
  --no-policies               a tenant without the entitlement to rate limit policies
  --seed-deliveries <number>  deliveries that every new event stream starts with (default 0)
  --rate-limit <limit>        requests per second / burst, as in 2/10 (default: none)
  --rate-limit-reset <form>   form of X-RateLimit-Reset: epoch-seconds (default),
                              epoch-milliseconds, seconds-to-go, past, absent
  --latency <milliseconds>    delay of every response (default 0)
  --clock-skew=<milliseconds> how far the Date of responses is ahead of the dates of objects
  --fault <fault>             a failure to simulate; may be repeated:
                              '<METHOD> <path>|* <kind[:number]> [after|late:<n>|late:<n>ms]
                              [x<times>] [skip<n>]', or the fault as JSON
  --tls                       serve https, with a certificate that is created for it
  --tls-key, --tls-cert <file>  serve https, with your key and certificate in PEM
  --log                       print method, path and status of every request
  --help
  --version`;

const text = { type: "string" } as const;
const flag = { type: "boolean", default: false } as const;

export const options = {
  port: { ...text, default: "4010" },
  "client-id": text,
  "client-secret": text,
  scopes: text,
  "token-lifetime": { ...text, default: "86400" },
  "no-policies": flag,
  "seed-deliveries": { ...text, default: "0" },
  "rate-limit": text,
  "rate-limit-reset": text,
  latency: { ...text, default: "0" },
  "clock-skew": { ...text, default: "0" },
  fault: { ...text, multiple: true as const, default: [] as string[] },
  tls: flag,
  "tls-key": text,
  "tls-cert": text,
  log: flag,
  help: flag,
  version: flag,
};

export function flagsOf(args: string[]) {
  try {
    const { values } = parseArgs({ args, options });
    return values;
  } catch (error) {
    // Only the first sentence: the next ones explain positional arguments, which there are none of.
    const [message = ""] = (error as Error).message.split(/\.\s/);
    throw new InvalidInput(message);
  }
}

type Flags = ReturnType<typeof flagsOf>;

/** `print` receives the lines of --log. */
export function optionsOf(flags: Flags, print: (line: string) => void): TenantOptions {
  const { "client-id": clientId, "client-secret": clientSecret } = flags;
  return {
    port: integer("port", flags.port, 65_535),
    ...(clientId === undefined ? {} : { clientId }),
    ...(clientSecret === undefined ? {} : { clientSecret }),
    ...(flags.scopes === undefined ? {} : { scopes: flags.scopes.match(/[^\s,]+/g) ?? [] }),
    expiresIn: integer("token-lifetime", flags["token-lifetime"], 2_592_000),
    entitlements: { policies: !flags["no-policies"] },
    seedDeliveries: integer("seed-deliveries", flags["seed-deliveries"], 100_000),
    ...rateLimitOf(flags),
    latencyMs: integer("latency", flags.latency, 600_000),
    clockSkewMs: clockSkew(flags["clock-skew"]),
    faults: flags.fault.map(parseFault),
    ...tlsOf(flags),
    ...(flags.log && {
      log: ({ method, path, status = "-" }) => print(`${method} ${path} ${status}`),
    }),
  };
}

function integer(name: string, text: string, maximum: number): number {
  if (/^\d+$/.test(text) && Number(text) <= maximum) return Number(text);
  throw new InvalidInput(`--${name} must be a number from 0 to ${maximum}, not "${text}"`);
}

function clockSkew(text: string): number {
  if (/^-?\d+$/.test(text)) return Number(text);
  throw new InvalidInput(`--clock-skew must be a number of milliseconds, not "${text}"`);
}

function rateLimitOf(flags: Flags): Pick<TenantOptions, "rateLimit"> {
  const { "rate-limit": text, "rate-limit-reset": reset } = flags;
  if (text === undefined) {
    if (reset !== undefined) throw new InvalidInput("--rate-limit-reset needs --rate-limit");
    return {};
  }
  const [, perSecond, burst] = /^(\d+(?:\.\d+)?)\/(\d+)$/.exec(text) ?? [];
  if (!(Number(perSecond) > 0)) {
    throw new InvalidInput(`--rate-limit must be <per second>/<burst> as in 2/10, not "${text}"`);
  }
  const rateLimit: RateLimit = { perSecond: Number(perSecond), burst: Number(burst) };
  // The tenant refuses an unknown form.
  if (reset !== undefined) rateLimit.reset = reset as NonNullable<RateLimit["reset"]>;
  return { rateLimit };
}

function tlsOf({ tls, "tls-key": key, "tls-cert": cert }: Flags): Pick<TenantOptions, "tls"> {
  if (key !== undefined && cert !== undefined) {
    return { tls: { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") } };
  }
  if (key !== undefined || cert !== undefined) {
    throw new InvalidInput("--tls-key and --tls-cert must be given together");
  }
  return tls ? { tls: selfSigned() } : {};
}
