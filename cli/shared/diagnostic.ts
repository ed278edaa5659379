import { minRedactableLength, redact } from "../../provider/shared/redact";

/** A message of the engine or of this command, and the object that it is about. */
export interface Diagnostic {
  urn?: string;
  message: string;
}

const secretNames = /TOKEN|SECRET|PASSPHRASE|PASSWORD|PRIVATE_KEY|ACCESS_KEY/;

/** What Pulumi says, without what a pipeline gives it in the environment: a backend's password. */
export function createDiagnostic(text: string, urn?: string): Diagnostic {
  const secrets = Object.entries(process.env).flatMap(([name, value = ""]) =>
    secretNames.test(name) && value.length >= minRedactableLength ? [value] : [],
  );
  const message = redact(text, secrets)
    .replace(/([?&](?:ssl)?password=)[^\s&"']+/gi, "$1[secret]")
    // Up to the last @, since a password may hold any sign.
    .replace(/(:\/\/[^\s:@/]*):\S*@/g, "$1:[secret]@");
  return { ...(urn !== undefined && { urn }), message };
}

/** The engine's own words where a command failed, and not all that it printed. */
export function diagnosticFromError(error: unknown): Diagnostic {
  const text = error instanceof Error ? error.message : String(error);
  const said = [...text.matchAll(/^\s*error: (.+)$/gm)].map(([, message]) => message);
  return createDiagnostic(said.length > 0 ? [...new Set(said)].join("; ") : text.slice(0, 500));
}
