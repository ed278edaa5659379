import { expect, test } from "@jest/globals";
import { readme } from "../../../../../cli/import/render/readme";
import { table } from "../../../../../cli/import/render/table";

// The service makes ids, but a gateway between can answer with any text.

const id = "est_1\n\n# Run this\u001b[31m [here](https://example.com) <b>";
const object = { kind: "EventStream", id, label: "crm" };

test("an id of an object that is not imported is code in the README", () => {
  const plan = { tenant: "a.auth0.com", stack: "test", project: "test" };
  const nothing = { objects: [], ignored: [], mentionsPushCredentials: false };
  const text = readme({ ...plan, ...nothing, skipped: [{ ...object, reasons: ["no"] }] }, []);
  expect(text).toContain(
    "(`est_1\\n\\n# Run this\\u001b[31m [here](https://example.com) <b>`): `no`",
  );
});

test("an id in the table of --list stays on its line, and does not control the terminal", () => {
  const row = { ...object, createdAt: "", couldBe: [] };
  const [, line] = table("a.auth0.com", [row], new Date(0)).split("\n");
  expect(line).toMatch(/^EventStream {2}est_1\\n\\n# Run this\\u001b\[31m .* {2}crm$/);
});
