/** The names of a tenant. */
export interface Identity {
  /** `127.0.0.1:PORT` */
  domain: string;
  issuer: string;
  /** The host names that a token request may use in its audience or its assertion. */
  hosts: Set<string>;
}

/** `canonicalDomain` is the tenant's domain behind a custom one, if it has one. */
export function identityOf(
  host: string,
  port: number,
  canonicalDomain: string | undefined,
): Identity {
  const hostName = host.includes(":") ? `[${host}]` : host;
  const domain = `${hostName}:${port}`;
  const hosts = new Set([hostName, domain]);
  for (const loopback of ["localhost", "127.0.0.1"]) {
    hosts.add(loopback).add(`${loopback}:${port}`);
  }
  if (canonicalDomain !== undefined) hosts.add(canonicalDomain);
  return { domain, issuer: `https://${canonicalDomain ?? domain}/`, hosts };
}
