import { isLoopback } from "../config/domain";
import { ProxyError, type ProxyFailureKind } from "./proxy";

/** What a failed request means, as OutcomeKind says; `refused`: a retry would fail the same way. */
type NetworkFailureKind = "notRun" | "refused" | "lost" | "timedOut" | "unreadable";

/** No usable response: the connection failed, or the response took too long or was too large. */
export class NoResponse extends Error {
  constructor(
    reason: string,
    readonly kind: NetworkFailureKind = "lost",
    readonly advice?: string,
    /** This process stopped waiting, perhaps before it had sent anything. */
    readonly timedOut = false,
  ) {
    super(`no response (${reason})`);
  }
}

export const connectionBroke = "The connection broke. Check the network, and try again.";

const notStarted =
  "Nothing is listening at this address on your machine. Start the emulator (or the server that should listen there).\n" +
  "If it's running, check the port.";

/** What an error of Node or of a proxy means. `sent`: something of the request may have been sent. */
export function networkFailure(error: Error, sent: boolean, url: string): NoResponse {
  if (error instanceof ProxyError) {
    const { kind, advice } = proxyFailures[error.kind];
    return new NoResponse(`proxy: ${error.message}`, kind, advice);
  }
  const { code = "failed" } = error as NodeJS.ErrnoException;
  if (code === "ECONNREFUSED" && isLoopback(new URL(url).hostname)) {
    return new NoResponse(code, "notRun", notStarted);
  }
  const failure = nodeFailures.find(({ codes }) => codes.test(code));
  const kind = failure?.kind ?? (sent ? "lost" : "notRun");
  return new NoResponse(code, kind, failure?.advice ?? connectionBroke);
}

interface Failure {
  kind: NetworkFailureKind;
  advice: string;
}

const proxyFailures: Record<ProxyFailureKind, Failure> = {
  invalidAddress: {
    kind: "refused",
    advice:
      "Write HTTPS_PROXY as http://user:password@host:port, and percent-encode special characters.",
  },
  loginRequired: {
    kind: "refused",
    advice: "The proxy requires a login. Write HTTPS_PROXY as http://user:password@host:port.",
  },
  hostForbidden: {
    kind: "refused",
    advice:
      "The proxy in HTTPS_PROXY doesn't let this machine through to the host. Allow the host in the proxy.\n" +
      "If this machine can reach the host directly, add the host to NO_PROXY.",
  },
  hostUnreachable: {
    kind: "notRun",
    advice: "The proxy in HTTPS_PROXY can't reach the host. Check the domain.",
  },
  proxyUnreachable: {
    kind: "notRun",
    advice:
      "The proxy in HTTPS_PROXY can't be reached, or isn't a proxy. " +
      "Check its address (usually http://) and port.",
  },
};

/** The first entry whose pattern matches the error's code applies. Codes: Node's page "Errors". */
const nodeFailures: (Failure & { codes: RegExp })[] = [
  {
    codes: /^ENOTFOUND$/,
    kind: "notRun",
    advice:
      "No host has this name. Check the domain, and that this machine can resolve names.\n" +
      "If this machine needs a proxy, set HTTPS_PROXY.",
  },
  {
    codes: /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/,
    kind: "notRun",
    advice:
      "The host can't be reached. Check the domain and the network.\n" +
      "If this machine needs a proxy, set HTTPS_PROXY.",
  },
  {
    codes: /^(EPROTO|ERR_SSL_.*)$/,
    kind: "refused",
    advice:
      "The server didn't respond with TLS. Check the domain and port.\n" +
      "If it's the emulator, write `http://` before its address.",
  },
  {
    codes: /^CERT_HAS_EXPIRED$/,
    kind: "refused",
    advice:
      "The certificate has expired. Check this machine's clock.\n" +
      "If the clock is right, check who issued the certificate, because Auth0 renews its own in time.",
  },
  {
    codes: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    kind: "refused",
    advice:
      "The certificate is for a different host. Check the domain, and which address its name resolves to.",
  },
  {
    codes: /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS/,
    kind: "refused",
    advice:
      "The certificate isn't trusted. Check the domain.\n" +
      "If this machine has a proxy or a private CA, set NODE_EXTRA_CA_CERTS to the path of its certificate file.",
  },
  {
    codes: /^HPE_/,
    kind: "lost",
    advice: "The server doesn't speak valid HTTP. Check the domain and port.",
  },
];
