import { type ConfigVariable, configVariables } from "./schema";

export type Credentials =
  | { apiToken: string }
  | { clientId: string; privateKey: string; algorithm: string }
  | { clientId: string; clientSecret: string };

/** One tenant and how to reach it. */
export interface Settings {
  /** Host, with its port if it has one. */
  domain: string;
  /** `https://<domain>`, or `http://` for a loopback host. */
  origin: string;
  formerDomain?: string;
  audience: string;
  credentials: Credentials;
  /** What the user should know, though it is no error. */
  warnings: string[];
}

type Values = Partial<Record<string, string>>;
type Lookup = (key: string) => string | undefined;

/** Read with every variable of schema.json from the environment under a prefix, or from nowhere. */
function fromEnvironment(environment: Values, prefix: string | undefined): Values {
  return prefix === undefined
    ? {}
    : gather(({ defaultInfo }) => environment[`${prefix}${defaultInfo.environment[0]}`]);
}

/** An empty value is none: pipelines set variables to nothing when a secret is missing. */
function gather(read: (variable: ConfigVariable, name: string) => string | undefined): Values {
  return Object.fromEntries(
    Object.entries(configVariables).map(([name, variable]) => [
      name,
      read(variable, name) || undefined,
    ]),
  );
}

/**
 * An explicit `Provider` sets `auth0:environmentPrefix`, empty where it reads no environment; the
 * default one reads the bare names.
 */
function prefixFrom(get: Lookup): string | undefined {
  const prefix = get("auth0:environmentPrefix");
  return prefix === "" ? undefined : (prefix ?? "");
}

/**
 * Resolves the tenant and its credentials. The environment's credentials come first, since the
 * state can hold rotated ones; they are used when they belong to the resolved domain, or when
 * configuration names none.
 */
export function settingsFrom(get: Lookup, environment: Values): Settings {
  const config = gather((_, name) => get(`auth0:${name}`));
  const ambient = fromEnvironment(environment, prefixFrom(get));
  const place = config.domain ?? ambient.domain;
  if (place === undefined) {
    throw new Error(
      "No tenant is configured: set AUTH0_DOMAIN, or run `pulumi config set auth0:domain <tenant>.auth0.com`.",
    );
  }
  const { domain, origin } = parseDomain(place);
  const ambientDomain = ambient.domain && parseDomain(ambient.domain).domain;
  const configured = credentialsIn(config);
  const ambientFirst = ambientDomain === domain || configured === undefined;
  const credentials = (ambientFirst ? credentialsIn(ambient) : undefined) ?? configured;
  if (!credentials) {
    throw new Error(
      `No credentials for ${domain}: set AUTH0_CLIENT_ID with AUTH0_CLIENT_SECRET or AUTH0_CLIENT_ASSERTION_PRIVATE_KEY, or AUTH0_API_TOKEN, or the same names in configuration (auth0:clientId and so on).`,
    );
  }
  const formerDomain = config.formerDomain ?? ambient.formerDomain;
  return {
    domain,
    origin,
    ...(formerDomain && { formerDomain: parseDomain(formerDomain).domain }),
    audience: config.audience ?? ambient.audience ?? `https://${domain}/api/v2/`,
    credentials,
    warnings:
      ambientDomain !== undefined && ambientDomain !== domain
        ? [
            `auth0:domain is ${domain} and AUTH0_DOMAIN is ${ambientDomain}: configuration wins, ${domain} is used.`,
          ]
        : [],
  };
}

function credentialsIn(values: Values): Credentials | undefined {
  const { apiToken, clientId, clientSecret, clientAssertionPrivateKey: privateKey } = values;
  if (apiToken) return { apiToken };
  if (!clientId) return undefined;
  const algorithm = values.clientAssertionSigningAlg ?? "RS256";
  if (privateKey) return { clientId, privateKey, algorithm: checkAlgorithm(algorithm) };
  return clientSecret ? { clientId, clientSecret } : undefined;
}

function checkAlgorithm(algorithm: string): string {
  const allowed = configVariables.clientAssertionSigningAlg?.enum ?? [];
  if (allowed.includes(algorithm)) return algorithm;
  throw new Error(`clientAssertionSigningAlg must be one of ${allowed.join(", ")}.`);
}

/** The whole loopback network, since `http://` there leaves no machine. */
const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Normalises scheme, trailing slash and case; keeps a port. */
export function parseDomain(text: string): { domain: string; origin: string } {
  const trimmed = text.trim();
  let url: URL;
  try {
    url = new URL(/^[a-z]+:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`);
  } catch {
    throw new Error(`The domain "${trimmed}" is no host name; write <tenant>.auth0.com.`);
  }
  const { protocol, host, hostname, pathname, username, search, hash } = url;
  if (pathname !== "/" || username || search || hash) {
    throw new Error(`The domain "${host}" must be a host name alone, such as <tenant>.auth0.com.`);
  }
  if (protocol !== "https:" && !(protocol === "http:" && loopback.test(hostname))) {
    throw new Error(
      `The domain "${protocol}//${host}" must be reached over https; http is for loopback hosts only.`,
    );
  }
  return { domain: host, origin: `${protocol}//${host}` };
}
