import { InvalidInput } from "../../invalidInput";
import type { Delivery } from "../../model/delivery";
import type { StoredStream } from "../../model/store";
import { parseJson } from "../json";
import { shortText } from "../visibleText";

/** The control routes of a tenant in another process. */
export interface ControlClient {
  streams(): Promise<StoredStream[]>;
  /** The deliveries that began. */
  raise(event: { type: string; data: object | undefined }): Promise<Delivery[]>;
}

export function controlClient(url: string): ControlClient {
  const base = URL.canParse(url) ? new URL(url) : undefined;
  if (base === undefined || !/^https?:$/.test(base.protocol)) {
    throw new InvalidInput(`--url must be an http or https URL, not "${url}"`);
  }
  return {
    streams: () => send<StoredStream[]>(base, "/_emulator/streams"),
    async raise(event) {
      const { deliveries } = await send<{ deliveries: Delivery[] }>(
        base,
        "/_emulator/events",
        event,
      );
      return deliveries;
    },
  };
}

async function send<Result>(base: URL, path: string, body?: object): Promise<Result> {
  const response = await connected(base, path, body);
  const json = parseJson(await response.text());
  if (response.ok && json !== undefined) return json as Result;
  // The tenant's own refusals have a message; any other server is not a tenant.
  const { message } = { ...(json as { message?: unknown }) };
  const reason = typeof message === "string" ? `: ${shortText(message)}` : "";
  throw new Error(
    `${base.origin}${path} returned ${response.status}${reason}. Is it an auth0-tenant-emulator of this version?`,
  );
}

async function connected(base: URL, path: string, body: object | undefined): Promise<Response> {
  try {
    return await fetch(new URL(path, base), {
      redirect: "error",
      signal: AbortSignal.timeout(30_000),
      ...(body && {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    });
  } catch (error) {
    const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException };
    const advice =
      base.protocol === "https:"
        ? "Is the tenant running, and is NODE_EXTRA_CA_CERTS set as the tenant has printed it?"
        : "Start a tenant with `auth0-tenant-emulator`, or name its URL with --url.";
    throw new Error(
      `no tenant responds at ${base.origin} (${cause?.code ?? cause?.message ?? message}). ${advice}`,
    );
  }
}
