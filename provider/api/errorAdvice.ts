import { npxCommand } from "../shared/command";
import { isObject } from "../shared/json";
import type { HttpResponse } from "./http";
import { codeOf, isTemporary, isWebPage, messageOf, type OutcomeKind } from "./outcome";

const gateway = "the domain, and any proxy or gateway in front of it";

export const checkGateway = `Check ${gateway}.`;

export const wrongId =
  "The ID isn't valid. Correct it.\nIf the state contains it, run `pulumi state delete <urn>`.";

export const wrongDeliveryId = `Correct the delivery's ID. \`${npxCommand} deliveries list\` shows the IDs.`;

export const quotaAdvice =
  "A quota of the tenant is used up. Delete objects that you don't need.\n" +
  "If you need them all, ask Auth0 for a higher quota.";

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
    if (status < 500) return gatewayAdvice(response);
    return `Try again later.\nIf it happens again, check ${gateway}.${senderOf(response)}`;
  }
  if (status < 300)
    return request.advice ?? "Try again later.\nIf it happens again, check the domain.";
  if (status < 400) return redirectAdvice(response);
  if (status === 429) {
    return `The tenant's rate limit is used up. Try again later.\nIf it happens often, lower ${request.settingPrefix}requestsPerSecond.`;
  }
  if (isTemporary(request.kind)) return "Auth0 returned an error. Try again later.";
  // Only a gateway sends anything but JSON, and a gateway's status says nothing about the object.
  if (body !== undefined && !isObject(body)) return gatewayAdvice(response);
  // The token endpoint's errors have another form.
  if (request.scopes !== undefined && request.kind === "gateway") {
    const feature = request.isOfCollection
      ? "\nIf other requests succeed, this tenant may not have the feature."
      : "";
    return `This ${status} isn't from Auth0. ${gatewayAdvice(response)}${feature}`;
  }
  return refusalAdvice(response, request);
}

/** What to do about a wait that is longer than a run's. */
function waitAdvice({ availableAt = 0 }: HttpResponse): string {
  const time = new Date(availableAt).toISOString().slice(0, 19).replace("T", " ");
  return `Auth0 rejects requests until ${time} UTC. Try again then.`;
}

const gatewayAdvice = (response: HttpResponse) => `${checkGateway}${senderOf(response)}`;

/** How the sender of a response names itself, to help find a gateway. */
function senderOf({ headers }: HttpResponse): string {
  const names = [headers.server, headers.via].filter((name) =>
    /^[\w ./()+:-]{1,80}$/.test(name ?? ""),
  );
  return names.length > 0 ? ` The response came from: ${names.join(", ")}.` : "";
}

/** The host alone: path and query of a redirect may hold secrets. */
function redirectAdvice({ headers }: HttpResponse): string {
  const host = /^https?:\/\/([\w.:-]+)/.exec(headers.location ?? "")?.[1];
  return `The provider doesn't follow redirects${host ? ` (to ${host})` : ""}. Check the domain.`;
}

const notGlobal =
  "The token's application isn't allowed to use the Management API.\n" +
  "Authorize a machine-to-machine application for the Auth0 Management API, and use its credentials.";

const rejectedValue = "Auth0 rejected a value (see above). Correct it in your program.";

/** What to do after Auth0 rejected a request. */
function refusalAdvice(response: HttpResponse, request: Request): string {
  const { kind, advice, scopes = [], settingPrefix } = request;
  const { status } = response;
  const code = codeOf(response);
  if (kind === "notEntitled" && advice === undefined) {
    return "The tenant's plan doesn't include this feature. Granting permissions doesn't help.";
  }
  // This comes before the caller's advice, which knows only the status, because a 409 may also be a conflict.
  if (kind === "quota") return quotaAdvice;
  // Auth0 would also reject a new token of the same application.
  if (status === 401 && messageOf(response).startsWith("Client is not global")) return notGlobal;
  if (advice !== undefined) return advice;
  if (code === "invalid_uri") return wrongId;
  if (code === "insufficient_scope" && status === 403) {
    return `Grant the scope ${scopesText(response, scopes)} to the application.`;
  }

  switch (status) {
    case 400:
      return rejectedValue;
    case 401:
      return `Auth0 rejected the access token, and then a new one. Check ${settingPrefix}audience.`;
    case 403:
      return `If the application lacks the scope ${scopesText(response, scopes)}, grant it.`;
    case 404:
      return "Check the ID.\nIf the ID is correct, check that the domain belongs to the right tenant.";
    case 409:
      return "The request conflicts with another object or change. Check the tenant for it.";
    case 413:
      return "The request is too large. Shorten the values.";
    default:
      return rejectedValue;
  }
}

/** The scopes that Auth0 names, such as "expected any of: read:a,read:b", else those of the request. */
function scopesText(response: HttpResponse, scopes: string[]): string {
  const expected = /expected any of: (\w+:\w+(?:, ?\w+:\w+){0,9})/;
  const [, named] = expected.exec(messageOf(response)) ?? [];
  return (named?.split(/, ?/) ?? scopes).join(" or ");
}
