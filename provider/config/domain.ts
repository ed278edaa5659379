export interface Domain {
  /** Host, with its port if it has one. */
  domain: string;
  /** `https://<domain>`, or `http://<domain>` for a loopback host. */
  origin: string;
}

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Whether requests to a host never leave this machine: the whole loopback network. */
export const isLoopback = (hostname: string): boolean => loopback.test(hostname);

/** Normalises scheme, trailing slash, root dot and case; keeps a port. Throws if it is no tenant's. */
export function parseDomain(text: string): Domain {
  const trimmed = text.trim();
  const address = /^[a-z]+:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (!URL.canParse(address)) {
    throw new Error("The domain isn't a host name. Write it like <tenant>.auth0.com.");
  }

  const url = new URL(address);
  // The name of a host may end with the dot of the root.
  url.hostname = url.hostname.replace(/\.$/, "");
  const { protocol, host, hostname, pathname, username, search, hash } = url;
  const safe = protocol === "https:" || (protocol === "http:" && isLoopback(hostname));
  if (!safe || pathname !== "/" || username || search || hash) {
    const path = pathname === "/" ? "" : `, without the path ${pathname}`;
    const scheme = safe ? "" : " It needs https, because http works only for loopback hosts.";
    throw new Error(
      `The domain "${protocol}//${host}" must be only a host name${path}.${scheme} ` +
        "Write it like <tenant>.auth0.com.",
    );
  }
  if (!hostname.includes(".") && !isLoopback(hostname)) {
    throw new Error(
      `The domain "${host}" is only part of a host name. Write the full name, like <tenant>.auth0.com.`,
    );
  }
  return { domain: host, origin: `${protocol}//${host}` };
}
