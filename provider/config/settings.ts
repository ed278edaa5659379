import { configVariables, providerSchema } from "../schema/packageSchema";
import { validator } from "../schema/validate";
import { sentence } from "../schema/wording";
import { type Json, mapProps } from "../shared/json";
import { sharedNamespace } from "../stateStrings";
import { type Domain, parseDomain } from "./domain";
import { assertVisible, settingText } from "./pasted";

/** Values of the configuration variables of schema.json, by name; a variable that is not set is absent. */
type Values = Partial<Record<string, string>>;

/** Where settings come from, such as a stack's configuration. */
export interface SettingsSource {
  /** The value of a key, such as `auth0:domain`. */
  get(key: string): string | undefined;
  /** As in Settings. Default: that of a stack's configuration of the dynamic resources. */
  settingPrefix?: string | undefined;
}

/** Messages write it before the name of a setting that a program gives to its Provider. */
export const providerPrefix = "the Provider's ";

const prefixOf = ({ settingPrefix = `${sharedNamespace}:` }: SettingsSource): string =>
  settingPrefix;

/** How many requests the tenant gets, and how long the provider tries. */
export interface Limits {
  /** Requests in flight at the same time. */
  maxConcurrency?: number;
  /** Requests started in a second. */
  requestsPerSecond?: number;
  /** Retries of one request, the first attempt not counted. */
  maxRetries: number;
  /** For one request, up to the last byte of its response. */
  timeoutMs: number;
}

/** What happens to values that open enumerations of schema.json do not have. */
export type UnknownValues = "reject" | "warn";

export interface Settings extends Domain {
  /** The tenant's domain before it was renamed. */
  formerDomain?: string;
  audience: string;
  /** Of the id of every request that can change the tenant. */
  correlationIdPrefix: string;
  unknownValues: UnknownValues;
  /** A ready token, or a client id with a private key or a secret, by configuration variable. */
  credentials: Values;
  /** The credentials that no message may show. */
  secrets: string[];
  limits: Limits;
  /** For the user; none of them is an error. */
  warnings: string[];
  /** Whether the user sees a line for each request. */
  debug: boolean;
  /** What messages write before the name of a setting: "auth0:" of `auth0:domain`. */
  settingPrefix: string;
}

export function settingsFrom(source: SettingsSource, environment: Values): Settings {
  const { domain, origin } = domainFrom(source, environment);
  const prefix = environmentPrefix(source);
  const settingPrefix = prefixOf(source);
  const fromConfig = configurationValues(source);
  const fromEnvironment = environmentValues(source, environment);
  const environmentDomain = fromEnvironment.domain && parseDomain(fromEnvironment.domain).domain;
  // The variables of the environment belong to the tenant that it names, if it names one.
  const ofTenant = environmentDomain === domain ? fromEnvironment : {};
  const ofNoOther = environmentDomain === undefined ? fromEnvironment : ofTenant;

  // The sources of each value, in their order. Credentials of configuration can be in a state, and
  // rotated since, so those of the environment come before them.
  const ofCredentials = [ofTenant, fromConfig, fromEnvironment].find(credentialsIn);
  const formerDomain = firstOf("formerDomain", [fromConfig, ofNoOther]);
  const audience = firstOf("audience", [fromConfig, ofNoOther, ofCredentials ?? {}]);
  const others = { ...fromEnvironment, ...fromConfig };

  const credentials = ofCredentials && credentialsIn(ofCredentials);
  if (!credentials) {
    const half =
      halfOf(fromEnvironment, (name) => variableOf(name, prefix)) ??
      halfOf(fromConfig, (name) => settingPrefix + name);
    throw new Error(noCredentials(domain, source, half));
  }
  assertVisible(credentials);
  const warning = `${settingPrefix}domain is ${domain}, but ${variableOf("domain", prefix)} is ${environmentDomain}. The configuration takes precedence, so ${domain} is used.`;
  return {
    domain,
    origin,
    ...(formerDomain && { formerDomain: parseDomain(formerDomain).domain }),
    audience: audience ?? `https://${domain}/api/v2/`,
    credentials,
    secrets: secretsOf(credentials),
    ...withDefaults(others),
    warnings: ofNoOther === fromEnvironment ? [] : [warning],
    settingPrefix,
  };
}

/** The tenant as it is configured, if it is. Credentials need not be readable. */
export const domainText = (source: SettingsSource, environment: Values): string | undefined =>
  settingText("domain", source.get(`${sharedNamespace}:domain`)) ??
  environmentValues(source, environment).domain;

/** The tenant without its credentials. */
function domainFrom(source: SettingsSource, environment: Values): Domain {
  const text = domainText(source, environment);
  if (text !== undefined) return parseDomain(text);
  const key = `${prefixOf(source)}domain`;
  const isArgument = prefixOf(source) === providerPrefix;
  const set = isArgument ? `Set ${key}.` : `Run \`pulumi config set ${key} <tenant>.auth0.com\`.`;
  const advice = setAdvice(source, (prefix) => [
    set,
    `To use a variable instead, set ${prefix}AUTH0_DOMAIN.`,
  ]);
  throw new Error(`No tenant is configured.\n${advice}`);
}

const firstOf = (name: string, sources: Values[]): string | undefined =>
  sources.map((source) => source[name]).find((value) => value !== undefined);

const configurationValues = (source: SettingsSource): Values =>
  mapProps(configVariables, (_, name) => settingText(name, source.get(`auth0:${name}`)));

function environmentValues(source: SettingsSource, environment: Values): Values {
  const prefix = environmentPrefix(source);
  if (prefix === "") return {};

  return mapProps(configVariables, (_, name) =>
    settingText(name, environment[variableOf(name, prefix)]),
  );
}

const variableOf = (name: string, prefix = "") =>
  `${prefix}${configVariables[name]?.defaultInfo.environment[0]}`;

/** Set by an explicit Provider with arguments only, and empty where it reads no environment. */
const environmentPrefix = (source: SettingsSource) => source.get("auth0:environmentPrefix");

function noCredentials(domain: string, source: SettingsSource, half: string | undefined) {
  if (half) return `No credentials for ${domain}, because ${half}.`;
  const variables =
    "AUTH0_CLIENT_ID with AUTH0_CLIENT_SECRET or AUTH0_CLIENT_ASSERTION_PRIVATE_KEY, or AUTH0_API_TOKEN";
  const advice = setAdvice(source, (prefix) => [
    `Set ${prefix}${variables}.`,
    `To use the stack configuration instead, set ${prefixOf(source)}clientId and ${prefixOf(source)}clientSecret.`,
  ]);
  return `No credentials for ${domain}.\n${advice}`;
}

/** What to set, by the prefix of variables. An explicit Provider with arguments may read no variable. */
function setAdvice(source: SettingsSource, advice: (prefix: string) => string[]): string {
  const prefix = environmentPrefix(source);
  return prefix === "" ? explicitProvider : advice(prefix ?? "").join("\n");
}

/** What credentials lack of which a source has one half. */
function halfOf(values: Values, nameOf: (name: string) => string): string | undefined {
  const secrets = ["clientSecret", "clientAssertionPrivateKey"];
  if (values.clientId)
    return `${nameOf("clientId")} is set without ${secrets.map(nameOf).join(" or ")}`;
  const secret = secrets.find((key) => values[key]);
  return secret && `${nameOf(secret)} is set without ${nameOf("clientId")}`;
}

const explicitProvider =
  "Pass domain and credentials to the Provider.\n" +
  "To use AUTH0_* variables instead, pass no arguments. For other variables, pass environmentPrefix.";

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

/** The values that schema.json marks as secret. */
export function secretsOf(credentials: Values): string[] {
  return Object.entries(credentials).flatMap(([name, value]) =>
    value !== undefined && configVariables[name]?.secret ? [value] : [],
  );
}

const validate = validator(providerSchema);

type WithDefaults = Pick<Settings, "limits" | "correlationIdPrefix" | "unknownValues" | "debug">;

/** The settings that are no credentials, checked, with the defaults of schema.json. */
function withDefaults(values: Values): WithDefaults {
  const { correlationIdPrefix: prefix } = configVariables;
  const typed = mapProps(configVariables, (variable, name): Json | undefined => {
    if (variable.type === "string") return undefined;
    const text = values[name];
    return text === undefined ? variable.default : typedValue(name, text);
  });
  const correlationIdPrefix = String(values.correlationIdPrefix ?? prefix?.default);
  const unknownValues = (values.unknownValues ??
    configVariables.unknownValues?.default) as UnknownValues;
  const [violation] = validate({ ...typed, correlationIdPrefix, unknownValues });
  if (violation) throw new Error(sentence(`The setting ${violation}`));

  const { timeout, debug, ...requestLimits } = typed as unknown as Limits & {
    timeout: number;
    debug: boolean;
  };
  const limits = { ...requestLimits, timeoutMs: timeout * 1000 };
  return { limits, correlationIdPrefix, unknownValues, debug };
}

/** The texts that are true for the official provider, which also reads AUTH0_DEBUG, and their opposites. */
const trueTexts = ["true", "1", "on"];
const falseTexts = ["false", "0", "off"];

/**
 * The value that a text stands for, by the type of a configuration variable. A text of another form stays as
 * it is, and the validator rejects it.
 */
export function typedValue(name: string, text: string): Json {
  const type = configVariables[name]?.type;
  if (type === "boolean") return trueTexts.includes(text) || (!falseTexts.includes(text) && text);
  const isNumber = type === "integer" || type === "number";
  return isNumber && !Number.isNaN(Number(text)) ? Number(text) : text;
}
