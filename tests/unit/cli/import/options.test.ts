import { expect, test } from "@jest/globals";
import { assertOptions, type ImportOptions } from "../../../../cli/import/options";

const options = { cwd: "app", out: "imported" };

test.each<[Partial<ImportOptions>, string]>([
  [{ out: "." }, "--out is the program's own folder"],
  [{ list: true, run: true }, "--list imports nothing: leave out --run and --as"],
  [{ list: true, fromPulumi: "old" }, "reads no state of another tool: leave out --from-terraform"],
  [{ as: "x" }, "--as names one object: give its --id"],
  [{ as: "", id: ["est_1"] }, "the name of --as is empty"],
  [{ fromTerraform: "a", fromPulumi: "b" }, "each name a state: pass one of them"],
])("%j is refused", (changes, expected) => {
  expect(() => assertOptions({ ...options, ...changes })).toThrow(expected);
});

test("one object for one resource of the program is accepted", () => {
  expect(() => assertOptions({ ...options, id: ["est_1"], as: "crm", run: true })).not.toThrow();
});
