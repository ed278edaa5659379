import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { camelCase, type Named, resourceNames } from "../../../../cli/import/resourceNames";

const stream = (label: string, id = "est_0123456789abcdefghijkl", createdAt = "2026"): Named => ({
  kind: "EventStream",
  id,
  label,
  createdAt,
});

test.each([
  ["CRM sync", "crm-sync"],
  ["Bücher & Zeitungen (alt)", "bucher-zeitungen-alt"],
  ['"); process.exit(1); //', "process-exit-1"],
  ["n".repeat(128), "n".repeat(60)],
  // A name without letters is replaced by the kind.
  ["", "event-stream"],
  ["名前", "event-stream"],
  // A name that YAML may read as another value gets the kind as a prefix.
  ["null", "event-stream-null"],
  ["0x1", "event-stream-0x1"],
])("the name of a resource for %j is %j", (label, name) => {
  expect([...resourceNames([stream(label)]).values()]).toEqual([name]);
});

describe("of objects with the same name", () => {
  const old = stream("crm", "est_AAAAAAAAAAAAAAAAAAAA01", "2026-01-01T00:00:00Z");
  const young = stream("CRM", "est_AAAAAAAAAAAAAAAAAAAA02", "2026-02-01T00:00:00Z");

  test("both get the name if they are of different kinds", () => {
    const policy = { ...young, kind: "RateLimitPolicy" };
    expect([...resourceNames([policy, old]).values()]).toEqual(["crm", "crm"]);
  });
});

const objects = fc.uniqueArray(
  fc.record({
    kind: fc.constantFrom("EventStream", "RateLimitPolicy"),
    id: fc.stringMatching(/^[a-zA-Z0-9_-]{1,26}$/),
    label: fc.oneof(
      fc.constantFrom("crm", "CRM", "a-1", "a1", "", "null"),
      fc.string({ unit: "grapheme" }),
    ),
    createdAt: fc.constantFrom("2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"),
  }),
  { selector: ({ id }) => id, maxLength: 30 },
);

test("names are valid, unique within a kind and as configuration keys, and independent of the order", () => {
  fc.assert(
    fc.property(objects, (all) => {
      const names = resourceNames(all);
      const keys = all.map(({ kind, id }) => `${kind} ${camelCase(names.get(id) ?? "")}`);
      expect(new Set(keys).size).toBe(all.length);
      for (const name of names.values()) expect(name).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
      expect(resourceNames([...all].reverse())).toEqual(names);
    }),
  );
});

test("a new object does not rename older ones", () => {
  fc.assert(
    fc.property(objects, (all) => {
      const before = resourceNames(all);
      const after = resourceNames([...all, stream("crm", "est_new", "2027-01-01T00:00:00Z")]);
      for (const [id, name] of before) expect(after.get(id)).toBe(name);
    }),
  );
});
