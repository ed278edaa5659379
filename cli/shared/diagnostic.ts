import { minRedactableLength, redact } from "../../provider/shared/redact";

/** A message of the engine or of this command, and the object that it is about. */
export interface Diagnostic {
  urn?: string;
  message: string;
}

const secretNames = /TOKEN|SECRET|PASSPHRASE|PASSWORD|PRIVATE_KEY|ACCESS_KEY/;

/** A message without secrets of the environment and without passwords of a backend's address. */
export function createDiagnostic(text: string, urn?: string): Diagnostic {
  const message = redact(text, environmentSecrets())
    .replace(/([?&](?:ssl)?password=)[^\s&"']+/gi, "$1[secret]")
    // Up to the last @, since a password may contain any character.
    .replace(/(:\/\/[^\s:@/]*):\S*@/g, "$1:[secret]@");
  return { ...(urn !== undefined && { urn }), message };
}

/** Values of variables whose name says that they are secret, such as PULUMI_CONFIG_PASSPHRASE. */
const environmentSecrets = (): string[] =>
  Object.entries(process.env).flatMap(([name, value = ""]) =>
    secretNames.test(name) && value.length >= minRedactableLength ? [value] : [],
  );

/** Enough for a sentence and an address; an engine can print pages. */
const maxLength = 500;

/** The engine's own error lines, each once; the start of the whole text where there is none. */
export function diagnosticFromError(error: unknown): Diagnostic {
  const text = error instanceof Error ? error.message : String(error);
  const errorLines = [...text.matchAll(/^\s*error: (.+)$/gm)].map(([, message]) => message);
  const message = [...new Set(errorLines)].join("; ");
  return createDiagnostic(message || text.slice(0, maxLength));
}
