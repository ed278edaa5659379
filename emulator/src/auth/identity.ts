/** How a tenant names itself, and the names by which an audience or an issuer may mean it. */
export interface Identity {
  domain: string;
  issuer: string;
  hosts: Set<string>;
}

export function identityOf(host: string, port: number, canonical: string | undefined): Identity {
  const name = host.includes(":") ? `[${host}]` : host;
  const domain = `${name}:${port}`;
  const loopback = ["localhost", "127.0.0.1"].flatMap((own) => [own, `${own}:${port}`]);
  const hosts = new Set([name, domain, ...loopback]);
  if (canonical !== undefined) hosts.add(canonical);
  return { domain, issuer: `https://${canonical ?? domain}/`, hosts };
}
