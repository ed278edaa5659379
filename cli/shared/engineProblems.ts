import type { EngineEvent } from "@pulumi/pulumi/automation";
import { createDiagnostic, type Diagnostic } from "./diagnostic";

/** What the engine prints last, whatever the cause. */
const summaryMessage = /^(preview|update|refresh) failed$/;

/** The error messages, each once: if a tenant cannot be reached, each of its objects fails with it. */
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
