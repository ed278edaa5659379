import { expect, test } from "@jest/globals";
import { parseDomain } from "../../../../provider/config/domain";

test.each([
  ["example.eu.auth0.com", "example.eu.auth0.com", "https://example.eu.auth0.com"],
  ["https://Example.EU.auth0.com/", "example.eu.auth0.com", "https://example.eu.auth0.com"],
  ["  HTTPS://example.com  ", "example.com", "https://example.com"],
  ["example.com:8443", "example.com:8443", "https://example.com:8443"],
  ["Example.eu.auth0.com.", "example.eu.auth0.com", "https://example.eu.auth0.com"],
  ["example.com.:8443", "example.com:8443", "https://example.com:8443"],
  ["https://example.com:443/", "example.com", "https://example.com"],
  ["localhost:3000", "localhost:3000", "https://localhost:3000"],
  ["http://localhost:3000/", "localhost:3000", "http://localhost:3000"],
  ["http://127.0.0.1:1", "127.0.0.1:1", "http://127.0.0.1:1"],
  ["http://127.9.8.7", "127.9.8.7", "http://127.9.8.7"],
  ["http://[::1]:80", "[::1]", "http://[::1]"],
])("%j is the domain %s with the origin %s", (text, domain, origin) => {
  expect(parseDomain(text)).toEqual({ domain, origin });
});

test.each([
  ["http://example.com", /It needs https, because http works only for loopback hosts/],
  ["http://127.0.0.1.example.com", /needs https/],
  ["http://localhost.example.com", /needs https/],
  ["http://0.0.0.0:3000", /needs https/],
  ["ftp://example.com", /needs https/],
  ["https://example.com/api/v2", /"https:\/\/example.com" must .* without the path \/api\/v2\./],
  ["example.", /"example" is only part of a host name/],
  ["example", /"example" is only part of a host name/],
  ["example.com?a=b", /must be only a host name/],
  ["https://user@example.com", /must be only a host name/],
  ["two words", /The domain isn't a host name/],
  ["https://", /isn't a host name/],
])("%j is refused", (text, message) => {
  expect(() => parseDomain(text)).toThrow(message);
});

test("no message shows a password before the host", () => {
  expect(() => parseDomain("https://user:hunter22@example.com")).toThrow(/^(?!.*hunter22)/);
});
