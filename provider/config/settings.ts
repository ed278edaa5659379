import { type ConfigVariable, configVariables, providerSchema } from "../schema/packageSchema";
import { validator } from "../schema/validate";
import { type Json, mapProps } from "../shared/json";

type Values = Partial<Record<string, string>>;
export type Lookup = (key: string) => string | undefined;

/** How hard the tenant may be pressed, and how long to try. */
export interface Limits {
  /** Requests on their way at the same time. */
  maxConcurrency: number;
  /** Requests started in a second. */
  requestsPerSecond?: number;
  maxRetries: number;
  /** For one request, up to the last byte of its answer. */
  timeoutMs: number;
}

/** One tenant and how to reach it. */
export interface Settings {
  /** Host, with its port if it has one. */
  domain: string;
  /** `https://<domain>`, or `http://` for a loopback host. */
  origin: string;
  formerDomain?: string;
  audience: string;
  /** A ready token, or a client id with a private key or a secret: by configuration variable. */
  credentials: Values;
  limits: Limits;
  /** What the user should know, though it is no error. */
  warnings: string[];
}

/**
 * An empty value is none: pipelines set variables to nothing when a secret is missing. An explicit
 * Provider may pass numbers: they become text.
 */
function gather(read: (name: string, variable: ConfigVariable) => unknown): Values {
  return mapProps(configVariables, (variable, name) => {
    const value = read(name, variable) ?? "";
    return value === "" ? undefined : String(value);
  });
}

/**
 * The tenant and its credentials. The environment's come first, since the state can hold rotated
 * ones: when they belong to the resolved domain, or when configuration names none.
 */
export function settingsFrom(get: Lookup, environment: Values): Settings {
  // Set by an explicit Provider, and empty where that reads no environment.
  const prefix = get("auth0:environmentPrefix");
  const config = gather((name) => get(`auth0:${name}`));
  const ambient = gather((_, { defaultInfo }) =>
    prefix === "" ? undefined : environment[`${prefix ?? ""}${defaultInfo.environment[0]}`],
  );
  const place = config.domain ?? ambient.domain;
  if (place === undefined) {
    throw new Error(
      `No tenant is configured: ${prefix === "" ? explicit : `set ${prefix ?? ""}AUTH0_DOMAIN, or run \`pulumi config set auth0:domain <tenant>.auth0.com\``}.`,
    );
  }
  const { domain, origin } = parseDomain(place);
  const ambientDomain = ambient.domain && parseDomain(ambient.domain).domain;
  const configured = credentialsIn(config);
  const ambientFirst = ambientDomain === domain || configured === undefined;
  const credentials = (ambientFirst ? credentialsIn(ambient) : undefined) ?? configured;
  if (!credentials) {
    throw new Error(
      `No credentials for ${domain}: ${prefix === "" ? explicit : `set ${prefix ?? ""}AUTH0_CLIENT_ID with AUTH0_CLIENT_SECRET or AUTH0_CLIENT_ASSERTION_PRIVATE_KEY, or AUTH0_API_TOKEN, or the same in configuration (auth0:clientId and so on)`}.`,
    );
  }
  // Like credentials, the rest of the environment belongs to the environment's domain.
  const same = ambientDomain === undefined || ambientDomain === domain;
  const formerDomain = config.formerDomain ?? (same ? ambient.formerDomain : undefined);
  const audience = config.audience ?? (same || ambientFirst ? ambient.audience : undefined);
  const warning = `auth0:domain is ${domain} and ${prefix ?? ""}AUTH0_DOMAIN is ${ambientDomain}: configuration wins, ${domain} is used.`;
  return {
    domain,
    origin,
    ...(formerDomain && { formerDomain: parseDomain(formerDomain).domain }),
    audience: audience ?? `https://${domain}/api/v2/`,
    credentials,
    limits: limitsIn({ ...ambient, ...config }),
    warnings: same ? [] : [warning],
  };
}

const explicit = "give the Provider domain and credentials, or an environmentPrefix";

/** Within one source a ready token comes first, then a private key, then a secret. */
function credentialsIn(values: Values): Values | undefined {
  const { apiToken, clientId, clientSecret, clientAssertionPrivateKey } = values;
  if (apiToken) return { apiToken };
  if (!clientId) return undefined;
  if (!clientAssertionPrivateKey) return clientSecret ? { clientId, clientSecret } : undefined;
  const { clientAssertionSigningAlg = "RS256" } = values;
  const allowed = configVariables.clientAssertionSigningAlg?.enum ?? [];
  if (!allowed.includes(clientAssertionSigningAlg)) {
    throw new Error(`clientAssertionSigningAlg must be one of ${allowed.join(", ")}.`);
  }
  return { clientId, clientAssertionPrivateKey, clientAssertionSigningAlg };
}

const validate = validator(providerSchema);

/** The numbers among the variables, with the defaults of schema.json. */
function limitsIn(values: Values): Limits {
  const given = mapProps(configVariables, ({ type, default: preset }, name): Json | undefined => {
    if (type === "string") return undefined;
    const text = values[name];
    // What is no number is left as it is, to be refused.
    return text === undefined ? preset : Number.isNaN(Number(text)) ? text : Number(text);
  });
  const [problem] = validate(given);
  if (problem) throw new Error(`The setting ${problem}.`);
  const { timeout, ...limits } = given as unknown as Limits & { timeout: number };
  return { ...limits, timeoutMs: timeout * 1000 };
}

/** The whole loopback network, since `http://` there leaves no machine. */
export const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Normalises scheme, trailing slash and case; keeps a port. */
export function parseDomain(text: string): { domain: string; origin: string } {
  const trimmed = text.trim();
  const address = /^[a-z]+:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(address)) throw new Error("The domain is no host name.");
  const { protocol, host, hostname, pathname, username, search, hash } = new URL(address);
  const safe = protocol === "https:" || (protocol === "http:" && loopback.test(hostname));
  if (!safe || pathname !== "/" || username || search || hash) {
    throw new Error(
      `The domain "${protocol}//${host}" must be a host name alone, such as <tenant>.auth0.com, and needs https; http is for loopback hosts only.`,
    );
  }
  return { domain: host, origin: `${protocol}//${host}` };
}
