import type { EngineEvent } from "@pulumi/pulumi/automation";
import { createDiagnostic, type Diagnostic } from "./diagnostic";

/** What the engine prints last, whatever the cause. */
const summaryMessage = /^(preview|update|refresh) failed$/;

/** Pulumi's dynamic-provider process says so of a resource without `__provider` in its state. */
const withoutCode = /^code must be a string\b/;

const explained = (message: string): string =>
  withoutCode.test(message)
    ? `${message}: the state of this object lacks the code of its provider; \`pulumi up\` adds it if the program declares the object`
    : message;

/** The error messages, each once: if a tenant cannot be reached, each of its objects fails with it. */
export function problemsIn(events: EngineEvent[], env = process.env): Diagnostic[] {
  const urnsByMessage = new Map<string, Set<string | undefined>>();
  for (const { diagnosticEvent: event } of events) {
    if (event?.severity !== "error") continue;
    const message = explained(event.message.trim().replace(/^Preview failed: /, ""));
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
