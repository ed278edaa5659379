import { expect, test } from "@jest/globals";
import { isObject } from "../../provider/shared/json";
import type { Kind } from "../support/engine/adapter";
import { forEachAdapter } from "../support/engine/adapters";
import { shareBoth } from "../support/engine/providerProcess";
import { jsonCopy } from "../support/values/inputs";
import { leaksIn } from "../support/values/leaks";
import { wrongInputs } from "../support/values/wrongInputs";

// The engine passes bags of properties only, so that a program's text or list never comes here.
const cases = Object.entries(wrongInputs).flatMap(([kind, rows]) =>
  rows.map(([mistake, args, ...messages]) => ({ kind: kind as Kind, mistake, args, messages })),
);

/**
 * A message of the SDK as a check words it: the engine passes secrets as plain values, so that a check
 * quotes neither a value nor a key that no schema knows.
 */
function withoutValues(message: string): string {
  return message
    .replace(/ must be a string, not (\S+)$/, (whole, value) =>
      Number.isNaN(Number(value)) ? whole : " must be a string, not a number",
    )
    .replace(/ must be a string, not (true|false)$/, " must be a string, not a boolean")
    .replace(/ a whole number, not [\d.]+$/, " a whole number, not a fraction")
    .replace(/( must be from \S+ to \S+), not \S+$/, "$1")
    .replace(/^(?:(.*)\.)?\w+ is not a property/, (_, parent: string | undefined) =>
      [parent ?? "it", "has a property that does not exist"].join(" "),
    );
}

/** The mistake to write a key as the service does is none where Python's keys are accepted. */
const isWireName = (mistake: string) => / by (its|their) wire names?$/.test(mistake);

forEachAdapter((adapter) => {
  const { acceptsSnakeCase } = adapter.differences;
  const both = shareBoth(adapter);

  test("every wrong input is refused with every message that the SDK gives", async () => {
    const { server, provider } = both;
    const wrong: unknown[] = [];
    for (const { kind, mistake, args, messages } of cases) {
      if (!isObject(args as never)) continue;
      const { failures } = await provider.check(kind, {}, jsonCopy(args));
      const reasons = failures.map(({ reason }) => reason);
      const isAccepted = acceptsSnakeCase && isWireName(mistake);
      const expected = isAccepted ? [] : messages.map(withoutValues);
      if (JSON.stringify(reasons) !== JSON.stringify(expected))
        wrong.push({ kind, mistake, reasons, expected });
      expect(leaksIn(JSON.stringify(failures))).toEqual([]);
    }
    expect(wrong).toEqual([]);
    expect(cases.length).toBeGreaterThan(75);
    expect(cases.filter(({ mistake }) => isWireName(mistake))).toHaveLength(6);
    expect(server.requests).toEqual([]);
  });
});
