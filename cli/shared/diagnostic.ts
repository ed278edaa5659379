import type { EngineEvent } from "@pulumi/pulumi/automation";
import { secretRemover } from "./secretRemover";

/** A message of the engine or of this command, and the object that it is about. */
export interface Diagnostic {
  urn?: string;
  message: string;
}

/** A message without secrets of the environment and without passwords of a backend's address. */
export function createDiagnostic(text: string, urn?: string, env = process.env): Diagnostic {
  return { ...(urn !== undefined && { urn }), message: secretRemover(env)(text) };
}

/** Enough for a sentence and an address. An engine can print pages. */
const maxLength = 500;

/** The engine's own error lines, each once. If there are none, the start of the text. */
export function diagnosticFromError(error: unknown, env = process.env): Diagnostic {
  const text = error instanceof Error ? error.message : String(error);
  const errorLines = [...text.matchAll(/^\s*error: (.+)$/gm)].map(([, message]) => message);
  const message = [...new Set(errorLines)].join("; ");
  const diagnostic = createDiagnostic(message || text, undefined, env);
  // The text is cut after redaction, which doesn't recognize the start of a secret.
  return message ? diagnostic : { message: diagnostic.message.slice(0, maxLength) };
}

/** The engine's last message, which it prints for every cause. */
const summaryMessage = /^(preview|update|refresh) failed$/;

/** The error messages, each once, because every object of a tenant fails if the tenant can't be reached. */
export function problemsIn(events: EngineEvent[], env = process.env): Diagnostic[] {
  const urnsByMessage = new Map<string, Set<string | undefined>>();
  for (const { diagnosticEvent: event } of events) {
    if (event?.severity !== "error") continue;
    const message = event.message.trim().replace(/^Preview failed: /, "");
    const urns = urnsByMessage.get(message) ?? new Set();
    urnsByMessage.set(message, urns.add(event.urn));
  }

  const problems = [...urnsByMessage].map(([message, urns]) => {
    if (urns.size > 1) return createDiagnostic(`${message} (${urns.size} objects)`, undefined, env);
    const [urn] = urns;
    return createDiagnostic(message, urn, env);
  });
  const causes = problems.filter(({ message }) => !summaryMessage.test(message));
  return causes.length > 0 ? causes : problems;
}
