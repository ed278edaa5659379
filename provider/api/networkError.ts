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

export const connectionBroke = "the connection broke: check the network, then run again";

const notStarted =
  "nothing listens at this address of your machine: " +
  "start the emulator or server that it should be, or check the port";

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
      "write HTTPS_PROXY as http://user:password@host:port, with special characters percent-encoded",
  },
  loginRequired: {
    kind: "refused",
    advice:
      "the proxy requires a login: put it into HTTPS_PROXY, as http://user:password@host:port",
  },
  hostForbidden: {
    kind: "refused",
    advice:
      "the proxy that HTTPS_PROXY names does not let this machine through to the host: " +
      "have the host allowed there, or add it to NO_PROXY",
  },
  hostUnreachable: {
    kind: "notRun",
    advice: "the proxy that HTTPS_PROXY names does not reach the host: check the domain",
  },
  proxyUnreachable: {
    kind: "notRun",
    advice:
      "the proxy that HTTPS_PROXY names cannot be reached, or is not a proxy: " +
      "check its address (usually http://) and port",
  },
};

/** The first entry whose pattern matches the error's code applies. Codes: Node's page "Errors". */
const nodeFailures: (Failure & { codes: RegExp })[] = [
  {
    codes: /^ENOTFOUND$/,
    kind: "notRun",
    advice:
      "no host has this name: check the domain, and that this machine resolves names; " +
      "behind a proxy, set HTTPS_PROXY",
  },
  {
    codes: /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/,
    kind: "notRun",
    advice:
      "the host cannot be reached: check the domain and the network; behind a proxy, set HTTPS_PROXY",
  },
  {
    codes: /^(EPROTO|ERR_SSL_.*)$/,
    kind: "refused",
    advice: "the server does not speak TLS: check the domain and its port",
  },
  {
    codes: /^CERT_HAS_EXPIRED$/,
    kind: "refused",
    advice:
      "the certificate has expired: check this machine's clock and who issued the certificate, " +
      "since the service renews its own in time",
  },
  {
    codes: /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    kind: "refused",
    advice: "the certificate is for another host: check the domain, and what its name resolves to",
  },
  {
    codes: /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS/,
    kind: "refused",
    advice:
      "the certificate is not trusted: check the domain; behind a proxy or with a private CA, " +
      "set NODE_EXTRA_CA_CERTS to the file of its certificate",
  },
  {
    codes: /^HPE_/,
    kind: "lost",
    advice: "the server does not speak valid HTTP: check the domain and its port",
  },
];
