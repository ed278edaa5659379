import type { RecordedExchange } from "../support/recordings/recording";
import { listedKinds } from "../support/values/kinds";
import type { Run } from "./run";
import { type Exchange, isOwn, itemsOf } from "./service";

/**
 * The exchanges in the form of tests/fixtures/recordings, without what belongs to the tenant. The same text is
 * always replaced by the same: what was equal stays equal.
 */
export function redacted(run: Run): RecordedExchange[] {
  const { exchanges, settings } = run.service;
  const replace = replacer(run);
  return exchanges.slice(0, run.recorded).map((exchange) => {
    const { method, path, sent, status, body } = exchange;
    const isShown = body !== undefined && !isOfOthers(exchange, run.id);
    const request = { method, path, ...(sent !== undefined && { body: sent }) };
    const response = { status, ...(isShown && { body }) };
    const text = JSON.stringify({ request, response });
    const secrets = [...settings.secrets, ...run.service.api.secrets()];
    return JSON.parse(replace(withoutTexts(text, secrets)));
  });
}

/** The text of report.md and report.json, without what belongs to the tenant. */
export const redactedText = (run: Run, text: string): string =>
  replacer(run)(withoutTexts(text, run.service.api.secrets()));

const withoutTexts = (text: string, secrets: string[]) =>
  secrets.reduce((shorter, secret) => shorter.replaceAll(secret, "[credential]"), text);

/** The body of a list that has objects of others is left out. */
const isOfOthers = (exchange: Exchange, runId: string) =>
  listedKinds.some(
    (kind) =>
      `${exchange.method} ${exchange.path.split("?")[0]}` === kind.routes.list &&
      itemsOf(exchange.body).some((item) => !isOwn(kind, item, runId)),
  );

const id = /\b([a-z]{3})_([0-9A-Za-z]{12,})\b/g;
const time = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g;
const checkpoint = /(?<="next":"|[?&]from=)[^"&]+/g;
/** Checkpoints that this suite makes up, and ids of deliveries in their place. */
const known = /^(no-checkpoint$|evt_)/;
const startOfRecordings = Date.parse("2026-01-01T00:00:00Z");

function replacer(run: Run): (text: string) => string {
  const { exchanges, settings } = run.service;
  const [tenant = ""] = settings.domain.split(".");
  const shift = startOfRecordings - Math.floor(exchanges[0]?.at ?? startOfRecordings);
  const numbers = new Map<string, number>();
  const numberOf = (text: string) => {
    const number = numbers.get(text) ?? numbers.size + 1;
    numbers.set(text, number);
    return String(number);
  };
  const { receiver, aws, action } = run.options;
  const given: [string | undefined, string][] = [
    [receiver, "https://receiver.example.com"],
    [aws, "123456789012"],
    [action, "action"],
    [settings.origin, "https://tenant.example.auth0.com"],
    [settings.domain, "tenant.example.auth0.com"],
    // Of an IP address, the first part is any number.
    [/^\D/.test(tenant) ? tenant : undefined, "tenant"],
    [run.id, "00000000"],
  ];
  return (text) =>
    given
      .reduce((shorter, [from, to]) => (from ? shorter.replaceAll(from, to) : shorter), text)
      .replace(id, (whole, prefix, rest) =>
        /^0+/.test(rest) ? whole : `${prefix}_${numberOf(whole).padStart(rest.length, "0")}`,
      )
      .replace(checkpoint, (whole) => (known.test(whole) ? whole : `checkpoint-${numberOf(whole)}`))
      .replace(time, (whole, fraction = "") => {
        const moved = new Date(Date.parse(whole) + shift).toISOString();
        const digits = fraction.slice(1).length;
        return `${moved.slice(0, 19)}${fraction && `.${moved.slice(20, 23).padEnd(digits, "0")}`}Z`;
      });
}
