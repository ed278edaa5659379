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

/** Enough for a sentence and an address; an engine can print pages. */
const maxLength = 500;

/** The engine's own error lines, each once; the start of the whole text where there is none. */
export function diagnosticFromError(error: unknown, env = process.env): Diagnostic {
  const text = error instanceof Error ? error.message : String(error);
  const errorLines = [...text.matchAll(/^\s*error: (.+)$/gm)].map(([, message]) => message);
  const message = [...new Set(errorLines)].join("; ");
  return createDiagnostic(message || text.slice(0, maxLength), undefined, env);
}
