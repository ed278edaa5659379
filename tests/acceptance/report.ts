import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { packageVersion } from "../../provider/schema/packageSchema";
import type { Fact, Run } from "./run";

const verdicts = ["differs", "not tested", "agrees"] as const;

/** `differs: 3, not tested: 14, agrees: 212` */
export const counts = (facts: Fact[]): string =>
  verdicts
    .map((verdict) => `${verdict}: ${facts.filter((one) => one.verdict === verdict).length}`)
    .join(", ");

/** Writes a run's findings without the tenant's secrets, ids, and domain. */
export function writeReport(run: Run, file: string, leftBehind: string[]): void {
  const lines = verdicts.flatMap((verdict) =>
    run.facts
      .filter((one) => one.verdict === verdict)
      .map(({ chapter, fact, source, found }) =>
        [`- ${verdict}: ${chapter}: ${fact} (${source})`, ...(found ? [found] : [])].join(": "),
      ),
  );
  const state = leftBehind.length === 0 ? ["The tenant is as it was before."] : leftBehind;
  const head = [`# Version ${packageVersion}: ${counts(run.facts)}`, "", ...state, ""];
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${redacted(run, [...head, ...lines].join("\n"))}\n`, { mode: 0o600 });
}

const id = /\b[a-z]{3}_[0-9A-Za-z]{12,}\b/g;

function redacted(run: Run, text: string): string {
  const { service, options } = run;
  const { settings, api } = service;
  const given = [options.aws, options.action];
  return [...api.secrets(), settings.credentials.clientId, settings.domain, ...given]
    .reduce<string>((shorter, one) => (one ? shorter.replaceAll(one, "[…]") : shorter), text)
    .replace(id, "[id]");
}
