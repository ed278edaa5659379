import { expect, test } from "@jest/globals";
import { ConnectionAgents, ProxyError, proxyFor } from "../../../../provider/api/proxy";

const proxy = "http://proxy.test:3128";
const tenant = "https://crm.eu.auth0.com";
const chosen = (environment: Record<string, string>, url = tenant) =>
  proxyFor(new URL(url), environment);

test.each<[Record<string, string>, string | undefined]>([
  [{ HTTPS_PROXY: proxy }, proxy],
  [{ ALL_PROXY: proxy }, proxy],
  [{ https_proxy: proxy, HTTPS_PROXY: "http://other.test" }, proxy],
  [{ HTTPS_PROXY: proxy, all_proxy: "http://other.test" }, proxy],
  [{ https_proxy: "", HTTPS_PROXY: proxy }, proxy],
  [{ HTTP_PROXY: proxy, http_proxy: proxy }, undefined],
  [{}, undefined],
])("the environment %j chooses the proxy %s", (environment, expected) => {
  expect(chosen(environment)).toBe(expected);
});

test.each([
  ["crm.eu.auth0.com", true],
  ["auth0.com", true],
  [".auth0.com", true],
  ["*.auth0.com", true],
  ["*", true],
  ["AUTH0.COM", true],
  ["auth0.com:443", true],
  ["localhost, 10.0.0.1  auth0.com", true],
  ["", false],
  ["0.com", false],
  ["us.auth0.com", false],
  ["auth0.com:8443", false],
  [",", false],
  ["crm", false],
])("NO_PROXY=%s exempts a host of auth0.com: %s", (entries, exempt) => {
  for (const variable of ["NO_PROXY", "no_proxy"]) {
    const environment = { HTTPS_PROXY: proxy, [variable]: entries };
    expect(chosen(environment)).toBe(exempt ? undefined : proxy);
  }
});

test.each([
  ["http://127.0.0.1:4010"],
  ["http://localhost:4010"],
  ["http://[::1]:4010"],
  ["https://localhost:4010"],
])("the loopback host %s is reached without a proxy", (url) => {
  expect(chosen({ HTTPS_PROXY: proxy, ALL_PROXY: proxy, HTTP_PROXY: proxy }, url)).toBeUndefined();
});

test("all requests through one proxy share an agent", () => {
  const agents = new ConnectionAgents();
  const agent = (address: string) => agents.agentFor(tenant, { HTTPS_PROXY: address });
  expect(agent("http://a.test:1")).toBe(agent("http://a.test:1"));
  expect(agent("http://a.test:1")).not.toBe(agent("http://b.test:1"));
  expect(agents.agentFor(tenant, {})).toBe(agents.agentFor("https://us.auth0.com", {}));
});

test.each([["http://user:p#ss@proxy.test"], ["socks5://proxy.test:1080"], ["http://"]])(
  "%s is not a valid proxy address, and the error does not show it",
  (address) => {
    const choose = () => new ConnectionAgents().agentFor(tenant, { HTTPS_PROXY: address });
    expect(choose).toThrow(new ProxyError("invalidAddress", "its address is not valid"));
  },
);
