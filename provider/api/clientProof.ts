import { createPrivateKey, type KeyObject, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Settings } from "../config/settings";

/** Form parameters of a token request. */
type Parameters = Record<string, string>;

/**
 * Proves to the token endpoint who the client is: by its secret (RFC 6749 section 2.3.1), or by an
 * assertion that its private key signs (RFC 7523 section 2.2).
 */
export async function clientProof({ credentials, origin }: Settings): Promise<Parameters> {
  const { clientId = "", clientSecret = "" } = credentials;
  const { clientAssertionPrivateKey, clientAssertionSigningAlg = "" } = credentials;
  if (!clientAssertionPrivateKey) return { client_id: clientId, client_secret: clientSecret };

  // Loaded only where a private key is configured.
  const { SignJWT } = await import("jose");
  const claims = { iss: clientId, sub: clientId, aud: `${origin}/`, jti: randomUUID() };
  const assertion = await new SignJWT(claims)
    .setProtectedHeader({ alg: clientAssertionSigningAlg })
    .setIssuedAt()
    .setExpirationTime("1m")
    .sign(readKey(clientAssertionPrivateKey));
  return {
    client_id: clientId,
    client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
    client_assertion: assertion,
  };
}

const whatToSet =
  "Set it to the path of the key's file, or to the key's whole text including the BEGIN and END lines.";

/** The setting holds the key itself, or the path of its file. */
function readKey(setting: string): KeyObject {
  const pem = setting.includes("-----BEGIN") ? setting : readFile(setting.trim());
  try {
    // Variables of pipelines often hold a PEM on one line, with line breaks written as \n.
    return createPrivateKey(pem.replaceAll("\\n", "\n"));
  } catch {
    throw new Error(`clientAssertionPrivateKey isn't a PEM private key.\n${whatToSet}`);
  }
}

function readFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    // The message does not show the path: it may be a part of a key.
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(
      `clientAssertionPrivateKey is neither a PEM private key nor a file that can be read (${code}).\n${whatToSet}`,
    );
  }
}
