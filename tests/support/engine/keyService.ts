import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Encrypts the secrets of every stack that has `keySettings`. */
export const dataKey = Buffer.alloc(32, "data key of tests");

/** Of a stack's settings: the key service holds the key of its secrets. */
export const keySettings = {
  secretsProvider: "hashivault://tests",
  encryptedKey: Buffer.from("vault:v1:tests").toString("base64"),
};

/** What a state with such secrets says of their key. */
export const keyProvider = {
  type: "cloud",
  state: { url: keySettings.secretsProvider, encryptedkey: keySettings.encryptedKey },
};

let environment: Promise<Record<string, string>> | undefined;

/**
 * The part of HashiCorp Vault that Pulumi asks for a stack's key, started once in a test file, as
 * variables of the CLI. With a passphrase, each run of the CLI derives the key itself, which takes
 * half of its CPU time.
 */
export function keyService(): Promise<Record<string, string>> {
  environment ??= start();
  return environment;
}

async function start(): Promise<Record<string, string>> {
  const answer = JSON.stringify({ data: { plaintext: dataKey.toString("base64") } });
  const server = createServer(({ url }, response) => {
    response.statusCode = url === "/v1/transit/decrypt/tests" ? 200 : 404;
    response.end(answer);
  });
  server.listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { VAULT_SERVER_URL: `http://127.0.0.1:${port}`, VAULT_SERVER_TOKEN: "of tests" };
}
