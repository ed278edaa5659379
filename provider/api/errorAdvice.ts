import { npxCommand } from "../shared/command";
import { isObject } from "../shared/json";
import type { HttpResponse } from "./http";
import { codeOf, isTemporary, isWebPage, messageOf, type OutcomeKind } from "./outcome";

export const checkGateway = "check the domain, and any proxy or gateway in front of it";

export const wrongId =
  "no object has such an id: correct it, or, if a state has it, run `pulumi state delete <urn>`";

export const wrongDeliveryId = `no delivery has such an id: correct it; \`${npxCommand} deliveries list\` shows the ids`;

export const quotaAdvice =
  "a quota of the tenant is used up: delete what is not needed, or ask Auth0 for more";

interface Request {
  /** As in Settings. */
  settingPrefix: string;
  /** What the response means. */
  kind: OutcomeKind;
  advice?: string | undefined;
  /** The permissions each of which is enough; absent for the token endpoint. */
  scopes?: string[];
  /** Whether the path names no object, so that a 404 is about the whole collection. */
  isOfCollection?: boolean;
}

export function adviceFor(response: HttpResponse, request: Request): string {
  const { status, body, availableAt } = response;
  if (availableAt !== undefined && isTemporary(request.kind)) return waitAdvice(response);
  if (isWebPage(body)) {
    const advice = gatewayAdvice(response);
    return status < 500 ? advice : `run again later; if it happens again, ${advice}`;
  }
  if (status < 300) return request.advice ?? "run again; if it happens again, check the domain";
  if (status < 400) return redirectAdvice(response);
  if (status === 429) {
    return `the tenant's rate limit; run again later, or lower ${request.settingPrefix}requestsPerSecond`;
  }
  if (isTemporary(request.kind)) return "the service failed: run again later";
  // Only a gateway sends anything but JSON, and a gateway's status says nothing about the object.
  if (body !== undefined && !isObject(body)) return gatewayAdvice(response);
  // The token endpoint's errors have another form.
  if (request.scopes !== undefined && request.kind === "gateway") {
    const feature = request.isOfCollection
      ? "; if other requests succeed, this tenant may not have the feature"
      : "";
    return `this ${status} is not the service's own: ${gatewayAdvice(response)}${feature}`;
  }
  return refusalAdvice(response, request);
}

/** A wait that is longer than a run's. */
function waitAdvice({ headers, availableAt = 0 }: HttpResponse): string {
  const time = `${new Date(availableAt).toISOString().slice(0, 19).replace("T", " ")} UTC`;
  const quota = usedUpQuota(headers);
  return quota === undefined
    ? `requests are refused until ${time}, so run again then`
    : `${quota} is used up until ${time}, so run again then, or ask for a higher quota`;
}

const quotaHeaders = {
  "auth0-client-quota-limit": "the application's",
  "auth0-organization-quota-limit": "the organization's",
};

/** A quota with nothing left, such as `b=per_hour;q=100;r=0;t=3000` (Auth0's page "Token Quotas"). */
function usedUpQuota(headers: HttpResponse["headers"]): string | undefined {
  for (const [name, owner] of Object.entries(quotaHeaders)) {
    const buckets = headers[name]?.split(",") ?? [];
    const usedUp = buckets.find((bucket) => /\br=0\b/.test(bucket));
    const [, unit] = /\bper_(hour|day)\b/.exec(usedUp ?? "") ?? [];
    const [, quota] = /\bq=(\d{1,12})\b/.exec(usedUp ?? "") ?? [];
    if (unit && quota) return `${owner} quota of ${quota} access tokens per ${unit}`;
  }
  return undefined;
}

const gatewayAdvice = (response: HttpResponse) => `${checkGateway}${senderOf(response)}`;

/** How the sender of a response names itself, to help find a gateway. */
function senderOf({ headers }: HttpResponse): string {
  const names = [headers.server, headers.via].filter((name) =>
    /^[\w ./()+:-]{1,80}$/.test(name ?? ""),
  );
  return names.length > 0 ? ` (the response names its sender: ${names.join(", ")})` : "";
}

/** The host alone: path and query of a redirect may hold secrets. */
function redirectAdvice({ headers }: HttpResponse): string {
  const host = /^https?:\/\/([\w.:-]+)/.exec(headers.location ?? "")?.[1];
  return `redirects are not followed${host ? ` (to ${host})` : ""}; check the domain`;
}

const notGlobal =
  "the application of this token may not use the Management API: " +
  "authorize a machine-to-machine application for the Auth0 Management API, " +
  "and use its credentials";

/** What a refusal of the service means. */
function refusalAdvice(response: HttpResponse, request: Request): string {
  const { kind, advice, scopes = [], settingPrefix } = request;
  const { status } = response;
  const code = codeOf(response);
  if (kind === "notEntitled" && advice === undefined) {
    return "the tenant's plan does not include this feature; no scope will help";
  }
  // Before the caller's advice, which knows only the status: a 409 may also be a conflict.
  if (kind === "quota") return quotaAdvice;
  // A new token of the same application would be refused as well.
  if (status === 401 && messageOf(response).startsWith("Client is not global")) return notGlobal;
  if (advice !== undefined) return advice;
  if (code === "invalid_uri") return wrongId;
  if (code === "insufficient_scope" && status === 403) {
    return `grant the scope ${scopesText(response, scopes)} to the application`;
  }

  switch (status) {
    case 400:
      return "the service refuses a value: correct it in the program";
    case 401:
      return `the service refused the access token, and a new one as well: check ${settingPrefix}audience`;
    case 403:
      return `if the application lacks the scope ${scopesText(response, scopes)}, grant it`;
    case 404:
      return "check the id, and that the domain is the right tenant's";
    case 409:
      return "it conflicts with another object, or with another change: look in the tenant";
    case 413:
      return "make the values smaller";
    default:
      return "correct what the service refuses";
  }
}

/** The scopes that the service names, such as "expected any of: read:a,read:b", else those of the request. */
function scopesText(response: HttpResponse, scopes: string[]): string {
  const expected = /expected any of: (\w+:\w+(?:, ?\w+:\w+){0,9})/;
  const [, named] = expected.exec(messageOf(response)) ?? [];
  return (named?.split(/, ?/) ?? scopes).join(" or ");
}
