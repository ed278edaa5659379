import { gzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { parseStateFile } from "../../../../../cli/import/official/parseStateFile";
import { readPulumiState } from "../../../../../cli/import/official/readPulumiState";
import { readTerraformState } from "../../../../../cli/import/official/readTerraformState";
import { fixture, pulumiFixture, terraformFixture } from "../../../../support/officialStates";

const messageOf = (read: () => unknown): string => {
  try {
    read();
  } catch (error) {
    return (error as Error).message;
  }
  return "";
};

describe("a state file that is broken", () => {
  test.each([terraformFixture, pulumiFixture])(
    "is refused at the place where %s is cut off, and never quoted",
    (name) => {
      const text = fixture(name);
      fc.assert(
        fc.property(fc.integer({ min: 1, max: text.trimEnd().length - 1 }), (length) => {
          const start = text.slice(0, length);
          const lines = start.split("\n");
          expect(messageOf(() => parseStateFile(start, "a.json"))).toBe(
            `a.json:${lines.length}:${(lines.at(-1) ?? "").length + 1}: the file ends here, before its JSON is complete: it was cut off, so write it again`,
          );
        }),
        { numRuns: 200 },
      );
    },
  );

  test("is refused at its end if it is cut off at any byte, within a character too", () => {
    const value = fc.record({ secret: fc.string({ unit: "grapheme", minLength: 20 }) });
    fc.assert(
      fc.property(value, fc.nat(), (state, place) => {
        const bytes = Buffer.from(JSON.stringify(state));
        const text = bytes.subarray(0, 1 + (place % (bytes.length - 1))).toString();
        expect(messageOf(() => parseStateFile(text, "a"))).toBe(
          `a:1:${[...text].length + 1}: the file ends here, before its JSON is complete: it was cut off, so write it again`,
        );
      }),
    );
  });

  test("is refused at a wrong character, counted as editors count", () => {
    const text = '{\r\n  "name": "\u{1f600}é", oops\r\n}';
    expect(messageOf(() => parseStateFile(text, "a.json"))).toBe(
      "a.json:2:17: the file is not JSON: this character cannot stand here",
    );
  });

  test("is refused if it is not text", () => {
    const zip = Buffer.from("504b030414000000080000002100", "hex").toString();
    const gzip = gzipSync("{}").toString();
    const utf16 = Buffer.from('\ufeff{"version":4}', "utf16le").toString();
    for (const text of [zip, gzip, utf16]) {
      expect(messageOf(() => parseStateFile(text, "a"))).toMatch(
        /^a:1:\d+: the file is not text in UTF-8: .*a saved plan, or UTF-16, which Windows/,
      );
    }
  });

  test("is refused if it is empty or no object", () => {
    expect(messageOf(() => parseStateFile(" \n", "a"))).toBe("a:2:1: the file is empty");
    for (const text of ["[]", "null", "3", '"fixture-token"']) {
      expect(messageOf(() => parseStateFile(text, "a"))).toBe(
        "a:1:1: the file is not a state: it is JSON, but not an object",
      );
    }
  });

  test("may start with a byte order mark", () => {
    expect(parseStateFile('\ufeff{"a":1}', "a")).toEqual({ a: 1 });
  });
});

describe("another file than a state", () => {
  const packageJson = { name: "x", version: "1.0.0", lineage: undefined };
  const lineage = "2abd065f";

  test.each([
    ["a package.json", packageJson, /^a:1:1: the file is not a state of Terraform: run/],
    [
      "an encrypted state of OpenTofu",
      { serial: 1, lineage, meta: {}, encrypted_data: "aaaa" },
      /OpenTofu has encrypted this state: run .*tofu state pull/,
    ],
    ["a state of Pulumi", JSON.parse(fixture(pulumiFixture)), /pass it with --from-pulumi/],
    ["a plan as JSON", { format_version: "1.2", planned_values: {} }, /this is a plan/],
    ["a shown state", { format_version: "1.0", values: {} }, /terraform show -json/],
    ["a backend's settings", { version: 3, lineage, backend: {} }, /terraform state pull/],
    [
      "a state of Terraform 0.11",
      { version: 3, lineage, modules: [] },
      /version 3; .*-refresh-only/,
    ],
    [
      "a state of Terraform 0.6",
      { version: 1, serial: 3, modules: [] },
      /this is a Terraform state of version 1; only version 4 can be read: .*-refresh-only/,
    ],
    [
      "a later state without a lineage",
      { version: 5, terraform_version: "2.0.0" },
      /this is a Terraform state of version 5; only version 4 can be read: update pulumi/,
    ],
    ["a state of a later version", { version: 5, lineage, resources: [] }, /5; .*: update pulumi/],
    ["a state without a list", { version: 4, lineage, resources: {} }, /resources is not a list/],
    ["a state without resources", { version: 4, lineage, resources: [1] }, /resources\[0\] is not/],
  ])("is refused for Terraform: %s", (_name, file, message) => {
    expect(messageOf(() => readTerraformState(JSON.stringify(file), "a"))).toMatch(message);
  });

  test.each([
    ["a package.json", packageJson, /^a:1:1: the file is not an export of a Pulumi stack: run/],
    [
      "a state of Terraform",
      JSON.parse(fixture(terraformFixture)),
      /pass it with --from-terraform/,
    ],
    [
      "a backend's file",
      { version: 3, checkpoint: {} },
      /secrets are encrypted: run .*stack export/,
    ],
    ["an old export", { version: 2, deployment: {} }, /version 2, .*run `pulumi refresh`/],
    ["a later export", { version: 5, deployment: {} }, /version 5, .*update pulumi-auth0-native/],
    [
      "an export with an unknown feature",
      { version: 4, features: ["hooks", "later"], deployment: {} },
      /not known \(later\): update/,
    ],
    ["a broken export", { version: 3, deployment: { resources: {} } }, /resources is not a list/],
    ["a broken resource", { version: 3, deployment: { resources: [{}] } }, /resources\[0\] has no/],
  ])("is refused for Pulumi: %s", (_name, file, message) => {
    expect(messageOf(() => readPulumiState(JSON.stringify(file), "a"))).toMatch(message);
  });
});
