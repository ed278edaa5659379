import { minRedactableLength, redactor } from "../../provider/shared/redact";

const secretNames = /TOKEN|SECRET|PASSPHRASE|PASSWORD|PRIVATE_KEY|ACCESS_KEY/;

/** Removes the secrets of an environment and the passwords of addresses from texts. */
export function secretRemover(env: NodeJS.ProcessEnv): (text: string) => string {
  const redact = redactor(environmentSecrets(env));
  return (text) =>
    redact(text)
      .replace(/([?&](?:ssl)?password=)[^\s&"']+/gi, "$1[secret]")
      // Up to the last @, since a password may contain any character.
      .replace(/(:\/\/[^\s:@/]*):\S*@/g, "$1:[secret]@");
}

/** Values of variables whose name says that they are secret, such as PULUMI_CONFIG_PASSPHRASE. */
const environmentSecrets = (env: NodeJS.ProcessEnv): string[] =>
  Object.entries(env).flatMap(([name, value = ""]) =>
    secretNames.test(name) && value.length >= minRedactableLength ? [value] : [],
  );
