import type { NetworkFailureKind } from "./http";
import { ofProxy } from "./proxy";

/** What a failed connection means, by its code: Node's, or the proxy's. */
export const networkFailures: [RegExp, NetworkFailureKind, string][] = [
  [
    new RegExp(`^${ofProxy}its address`),
    "refused",
    "write HTTPS_PROXY as http://user:password@host:port, with special characters percent-encoded",
  ],
  [
    new RegExp(`^${ofProxy}status 407`),
    "refused",
    "the proxy wants a login: put it into HTTPS_PROXY, as http://user:password@host:port",
  ],
  [
    new RegExp(`^${ofProxy}status 4`),
    "refused",
    "the proxy that HTTPS_PROXY names does not let this machine through to the host: have it allowed there, or name the host in NO_PROXY",
  ],
  [
    new RegExp(`^${ofProxy}status`),
    "unreachable",
    "the proxy that HTTPS_PROXY names does not reach the host: check auth0:domain or AUTH0_DOMAIN",
  ],
  [
    new RegExp(`^${ofProxy}`),
    "unreachable",
    "the proxy that HTTPS_PROXY names cannot be reached, or is none: check its address (mostly http://) and port",
  ],
  [
    /^ENOTFOUND$/,
    "unreachable",
    "no host has this name: check auth0:domain or AUTH0_DOMAIN, and that this machine resolves names; behind a proxy, set HTTPS_PROXY",
  ],
  [
    /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/,
    "unreachable",
    "the host cannot be reached: check the domain and the network; behind a proxy, set HTTPS_PROXY",
  ],
  [
    /^(EPROTO|ERR_SSL_.*)$/,
    "refused",
    "what answers does not speak TLS: check the domain and its port",
  ],
  [
    /^CERT_HAS_EXPIRED$/,
    "refused",
    "the certificate has expired: check this machine's clock, and whose certificate it is: the service renews its own in time",
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    "refused",
    "the certificate is another host's: check auth0:domain or AUTH0_DOMAIN, and where its name leads to",
  ],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS/,
    "refused",
    "the certificate is not trusted: check the domain; where a proxy or a private CA stands between, name its certificate's file in NODE_EXTRA_CA_CERTS",
  ],
  [/^HPE_/, "lost", "what answers hardly speaks HTTP: check the domain and its port"],
];
