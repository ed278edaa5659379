import { DeliveryLog } from "../model/deliveryLog";
import type {
  DeliveryRecord,
  DeliveryRun,
  Store,
  StoredPolicy,
  StoredStream,
} from "../model/store";

const format = "auth0-tenant-emulator state";
/** To be raised with every change of Store that `codecs` shows. */
const version = 1;

/** How a field of the store is written in JSON. `load` throws a DamagedField. */
interface Codec<Value> {
  save(value: Value): unknown;
  load(json: unknown): Value;
}

class DamagedField extends Error {}

const codecs: { [Field in keyof Store]: Codec<Store[Field]> } = {
  streams: mapOf(stream),
  policies: mapOf<StoredPolicy>(object),
  deliveries: mapOf((json) => DeliveryLog.fromJSON(list(json))),
  deliveryRecords: mapOf<DeliveryRecord>(object),
  runs: mapOf<DeliveryRun>(object),
  sent: { save: (sent) => sent, load: (json) => list(json) },
  deliveryCount: { save: (count) => count, load: wholeNumber },
  fcmv1: {
    save: (credentials) => credentials ?? null,
    load: (json) => (json === null ? undefined : object(json)),
  },
};

const fields = Object.keys(codecs) as (keyof Store)[];

export function stateText(store: Store): string {
  const entries = fields.map((field) => [
    field,
    (codecs[field] as Codec<unknown>).save(store[field]),
  ]);
  return `${JSON.stringify({ format, version, ...Object.fromEntries(entries) })}\n`;
}

/** The store in a state file, or why it cannot be read. */
export function parseState(text: string): { store: Store } | { error: string } {
  const json = parseObject(text);
  if (json === undefined) return { error: "is not complete, or is not a state file" };
  if (json.format !== format) return { error: "is not the state of an auth0-tenant-emulator" };
  if (json.version !== version) {
    return {
      error: `has version ${json.version} of the format, and this emulator reads ${version}`,
    };
  }
  try {
    const loaded = fields.map((field) => [field, loadField(field, json[field])]);
    return { store: Object.fromEntries(loaded) };
  } catch (error) {
    if (error instanceof DamagedField) return { error: `is damaged: ${error.message}` };
    throw error;
  }
}

function loadField(field: keyof Store, json: unknown): unknown {
  try {
    return codecs[field].load(json);
  } catch (error) {
    if (!(error instanceof DamagedField)) throw error;
    throw new DamagedField(`${field} must be ${error.message}`);
  }
}

/** The entries of a map, in their order. */
function mapOf<Value>(load: (json: unknown) => Value): Codec<Map<string, Value>> {
  return {
    save: (map) => [...map],
    load: (json) => {
      const entries = list<unknown>(json).map((entry): [string, Value] => {
        const [key, value] = list<unknown>(entry);
        if (typeof key !== "string") throw new DamagedField("a list of entries");
        return [key, load(value)];
      });
      return new Map(entries);
    },
  };
}

function list<Item>(json: unknown): Item[] {
  if (Array.isArray(json)) return json;
  throw new DamagedField("a list");
}

function object<Value extends object>(json: unknown): Value {
  if (isObject(json)) return json as Value;
  throw new DamagedField("of objects");
}

const isObject = (json: unknown): json is object =>
  typeof json === "object" && json !== null && !Array.isArray(json);

function stream(json: unknown): StoredStream {
  const { destination } = object<Partial<StoredStream>>(json);
  const { type, configuration } = { ...destination };
  if (typeof type === "string" && isObject(configuration)) return json as StoredStream;
  throw new DamagedField("of objects with a destination that has a type and a configuration");
}

function wholeNumber(json: unknown): number {
  if (Number.isSafeInteger(json)) return Number(json);
  throw new DamagedField("a whole number");
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === "object" && json !== null ? { ...json } : undefined;
  } catch {
    return undefined;
  }
}
