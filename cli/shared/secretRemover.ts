import { existsSync } from "node:fs";
import { isAbsolute } from "node:path";
import { isObject } from "../../provider/shared/json";
import { minRedactableLength, redactor, secretReplacement } from "../../provider/shared/redact";

const secretNames =
  /TOKEN|SECRET|PASSPHRASE|PASSWORD|(PRIVATE|ACCESS|STORAGE|API)_KEY|GOOGLE_CREDENTIALS/;

/** Removes the secrets of an environment and the passwords of addresses from texts. */
export function secretRemover(env: NodeJS.ProcessEnv): (text: string) => string {
  const redact = redactor(environmentSecrets(env));
  return (text) =>
    redact(text)
      .replace(/([?&](?:ssl)?password=)[^\s&"']+/gi, `$1${secretReplacement}`)
      .replace(/\S+/g, withoutPassword);
}

/**
 * Removes the job's secrets from a value's texts and keys. A program may put a secret where the engine
 * expects none, such as into a name.
 */
export function withoutJobSecrets<T>(value: T, env: NodeJS.ProcessEnv): T {
  const removeSecrets = secretRemover(env);
  const clean = (part: unknown): unknown => {
    if (typeof part === "string") return removeSecrets(part);
    if (Array.isArray(part)) return part.map(clean);
    if (!isObject(part)) return part;
    return Object.fromEntries(
      Object.entries(part).map(([key, child]) => [removeSecrets(key), clean(child)]),
    );
  };
  return clean(value) as T;
}

/**
 * Removes the password from an address, up to the last @, because a password may contain any character. A
 * single expression for both would read the rest of the word again for each address in it.
 */
function withoutPassword(word: string): string {
  const end = word.lastIndexOf("@");
  const [start] = /^.*?:\/\/[^:@/]*:/.exec(word.slice(0, Math.max(0, end))) ?? [];
  return start === undefined ? word : `${start}${secretReplacement}${word.slice(end)}`;
}

/**
 * Values of variables whose name says that they are secret, such as PULUMI_CONFIG_PASSPHRASE. A file's path
 * isn't a secret: otherwise, no message could have the path of another file in its folder.
 */
const environmentSecrets = (env: NodeJS.ProcessEnv): string[] =>
  Object.entries(env).flatMap(([name, value = ""]) => {
    const isPath = isAbsolute(value) && existsSync(value);
    return secretNames.test(name) && value.length >= minRedactableLength && !isPath ? [value] : [];
  });
