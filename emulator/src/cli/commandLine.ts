import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { selfSigned } from "../http/certificate";
import type { RateLimit } from "../http/rateLimit";
import { InvalidInput } from "../invalidInput";
import type { TenantOptions } from "../options";
import { parseFault } from "./faultText";

export const usage = `auth0-tenant-emulator: an Auth0 tenant on your own machine

  --port <number>             port on 127.0.0.1 (default 4010)
  --client-id <id>            client that may ask for tokens
  --client-secret <secret>    its secret
  --scopes <scopes>           what its tokens may do (default: everything)
  --token-lifetime <seconds>  how long they may do it (default 86400)
  --no-policies               a tenant without rate limit policies in its plan
  --seed-deliveries <number>  deliveries that every new event stream starts with (default 0)
  --rate-limit <limit>        requests a second / burst, 2/10
  --rate-limit-reset <form>   of X-RateLimit-Reset: epoch-seconds (default), epoch-milliseconds,
                              seconds-to-go, past, absent
  --latency <milliseconds>    every answer comes so much later
  --clock-skew=<milliseconds> the Date of answers is so far ahead of the dates of objects
  --fault <fault>             what goes wrong, as often as there is something:
                              '<METHOD> <path>|* <kind[:number]> [after|late:<n>|late:<n>ms]
                              [x<times>] [skip<n>]', or the fault as JSON
  --tls                       https, with a certificate of its own making
  --tls-key, --tls-cert <file>  https, with yours, in PEM
  --log                       print a line for every request: method, path, status
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
    // Node's advice after the first sentence is about positional arguments, which there are none of.
    const [message = ""] = (error as Error).message.split(/\.\s/);
    throw new InvalidInput(message);
  }
}

type Flags = ReturnType<typeof flagsOf>;

export function optionsOf(flags: Flags): TenantOptions {
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
    clockSkewMs: skewOf(flags["clock-skew"]),
    faults: flags.fault.map(parseFault),
    ...tlsOf(flags),
    ...(flags.log
      ? { log: ({ method, path, status = "-" }) => console.log(`${method} ${path} ${status}`) }
      : {}),
  };
}

function integer(name: string, text: string, maximum: number): number {
  if (/^\d+$/.test(text) && Number(text) <= maximum) return Number(text);
  throw new InvalidInput(`--${name} must be a number from 0 to ${maximum}, not "${text}"`);
}

function skewOf(text: string): number {
  if (/^-?\d+$/.test(text)) return Number(text);
  throw new InvalidInput(`--clock-skew must be a number of milliseconds, not "${text}"`);
}

function rateLimitOf(flags: Flags): Pick<TenantOptions, "rateLimit"> {
  const { "rate-limit": text, "rate-limit-reset": form } = flags;
  if (text === undefined && form === undefined) return {};
  if (text === undefined) throw new InvalidInput("--rate-limit-reset belongs to a --rate-limit");
  const [, perSecond, burst] = /^(\d+(?:\.\d+)?)\/(\d+)$/.exec(text) ?? [];
  if (!(Number(perSecond) > 0)) {
    throw new InvalidInput(`--rate-limit must be <per second>/<burst> as in 2/10, not "${text}"`);
  }
  const reset = form === undefined ? {} : { reset: form as RateLimit["reset"] & string };
  return { rateLimit: { perSecond: Number(perSecond), burst: Number(burst), ...reset } };
}

function tlsOf({ tls, "tls-key": key, "tls-cert": cert }: Flags): Pick<TenantOptions, "tls"> {
  if (key !== undefined && cert !== undefined) {
    return { tls: { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") } };
  }
  if (key !== undefined || cert !== undefined) {
    throw new InvalidInput("--tls-key and --tls-cert belong together");
  }
  return tls ? { tls: selfSigned() } : {};
}
