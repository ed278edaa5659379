import { served } from "../../emulator/src/operations";
import { isObject, type Json, mapProps } from "../../provider/shared/json";
import type { RecordedExchange } from "../support/recordings/recording";
import { listedKinds } from "../support/values/kinds";
import type { Run } from "./run";
import { type Exchange, isOwn, isSuccess, itemsOf } from "./service";

/** The exchanges in the form of tests/fixtures/recordings. */
export const recorded = (run: Run, redact = redactor(run)): RecordedExchange[] =>
  run.service.exchanges.slice(0, run.recorded).map((exchange) => {
    const { method, path, sent, status, body } = exchange;
    const request = { method, path, ...(sent !== undefined && { body: sent }) };
    const response = {
      status,
      ...(isShown(exchange, run.id) && { body: withoutUnknown(body ?? null) }),
    };
    return redact({ request, response } as RecordedExchange);
  });

/** Of rejections and statistics, whose forms the contract does not have. */
const ownNames = ["statusCode", "error", "message", "errorCode", "window", "buckets", "metrics"];
const namesInContract = JSON.stringify(
  served.map(({ resource: { contract, differences } }) => [contract, differences]),
).match(/(?<=")\w+(?=":)/g);
const knownNames = new Set([...ownNames, ...(namesInContract ?? [])]);

/** Texts of unknown properties may be the tenant's data. */
function withoutUnknown(value: Json, isKnown = true): Json {
  if (Array.isArray(value)) return value.map((item) => withoutUnknown(item, isKnown));
  if (isObject(value)) {
    return mapProps(value, (item, name) => withoutUnknown(item, isKnown && knownNames.has(name)));
  }
  return typeof value !== "string" || isKnown ? value : "unknown";
}

/**
 * A list's body is shown only if this run created every object in it. A gateway's page is never shown.
 */
function isShown(exchange: Exchange, runId: string): boolean {
  if (typeof exchange.body === "string") return false;
  const [path = ""] = exchange.path.split("?");
  const kind = listedKinds.find(({ routes }) => routes.list === `${exchange.method} ${path}`);
  if (kind === undefined || !isSuccess(exchange)) return true;
  const items = itemsOf(exchange);
  return items.length > 0 && items.every((item) => isOwn(kind, item, runId));
}

const knownId = /\b[a-z]{3}_[0-9A-Za-z]{12,}\b/g;
const uuid = /\b[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}\b/g;
const idInBody = /(?<="(?:\w+_)?id":")[^"]{8,}/g;
const checkpoint = /(?<=[?&]from=)(?!no-checkpoint|evt_)[^&]+/g;
const checkpointInBody = /^(?!evt_).+/;
const tenantName = /(?<=^urn:auth0:|aws\.partner\/auth0\.com\/)[^/.]+/g;
const time = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/g;
const milliseconds = /\b1[6-9]\d{11}\b/g;
const startOfRecordings = Date.parse("2026-01-01T00:00:00Z");

type Redact = <T>(value: T) => T;

/** Replaces the tenant's data in the texts of a value. Equal texts stay equal. */
export function redactor(run: Run): Redact {
  const { exchanges, settings, api } = run.service;
  const shift = startOfRecordings - (exchanges[0]?.at ?? 0);
  const numbers = new Map<string, number>();
  const numberOf = (text: string) => {
    const number = numbers.get(text) ?? numbers.size + 1;
    numbers.set(text, number);
    return String(number);
  };
  // The id keeps its length. The suite's own ids begin with zeros.
  const placeholder = (id: string) => {
    const [prefix = ""] = /^[a-z]{3}_/.exec(id) ?? [];
    const rest = id.slice(prefix.length);
    return rest.startsWith("00000") ? id : prefix + numberOf(id).padStart(rest.length, "0");
  };
  const { receiver, aws, action } = run.options;
  const ids = exchanges.flatMap(({ body }) => JSON.stringify(body ?? "").match(idInBody) ?? []);
  const fixed: [text: string | undefined, replacement: string][] = [
    ...api.secrets().map((secret): [string, string] => [secret, "[credential]"]),
    [run.hasReceiver() ? receiver : undefined, "https://receiver.example.com"],
    [aws, "123456789012"],
    [action, "9f1c7a52-action"],
    [settings.origin, "https://tenant.example.auth0.com"],
    [settings.domain, "tenant.example.auth0.com"],
    [run.id, "00000000"],
    ...[...new Set(ids)].map((id): [string, string] => [id, placeholder(id)]),
  ];
  // These can be short words that other texts contain.
  const words: Partial<Record<string, string>> = {
    [String(settings.credentials.clientId)]: "client",
    [String(settings.domain.split(".")[0])]: "tenant",
  };
  const redacted = (text: string, key: string) =>
    fixed
      .reduce((shorter, [from, to]) => (from ? shorter.replaceAll(from, to) : shorter), text)
      // In a path, the words are parts of routes.
      .replace(/[\w-]+/g, (word) => (key === "path" ? word : (words[word] ?? word)))
      .replace(uuid, (id) => numberOf(id).padStart(id.length, "0"))
      .replace(knownId, placeholder)
      .replace(
        key === "next" ? checkpointInBody : checkpoint,
        (whole) => `checkpoint-${numberOf(whole)}`,
      )
      .replace(key === "a0tenant" ? /.+/ : tenantName, "tenant")
      .replace(time, (whole) =>
        new Date(Date.parse(`${whole}Z`) + shift).toISOString().slice(0, whole.length),
      )
      .replace(milliseconds, (whole) => String(Math.round(Number(whole) + shift)));
  return (value) =>
    JSON.parse(
      JSON.stringify(value, (key, item) => (typeof item === "string" ? redacted(item, key) : item)),
    );
}
