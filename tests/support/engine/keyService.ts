import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

/** Encrypts the secrets of every stack that has `keySettings`. */
export const dataKey = Buffer.alloc(32, "data key of tests");

/** The key service, as `pulumi stack init --secrets-provider` takes it. */
export const secretsProvider = "hashivault://tests";

/** Of a stack's settings: the key service holds the key of its secrets. */
export const keySettings = {
  secretsProvider,
  encryptedKey: Buffer.from(sealed(dataKey.toString("base64"))).toString("base64"),
};

/** A ciphertext that holds the key as it is: the service needs no secret, and no memory. */
function sealed(plaintext: string): string {
  return `vault:v1:${plaintext}`;
}

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
  const server = createServer(async (request, response) => {
    const { plaintext, ciphertext } = (await json(request)) as Record<string, string>;
    const data = plaintext
      ? { ciphertext: sealed(plaintext) }
      : { plaintext: ciphertext?.split(":").at(-1) };
    response.end(JSON.stringify({ data }));
  });
  server.listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { VAULT_SERVER_URL: `http://127.0.0.1:${port}`, VAULT_SERVER_TOKEN: "of tests" };
}
