import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { CheckProgress, logLine, logLines } from "../../../../cli/shared/log";
import { captureOutput } from "../../../support/pipelines/printed";
import { hostile } from "../../../support/values/hostileText";

/** GitHub's runner reads these as commands, because it skips white space and joiners. */
const isCommand = (line: string) => {
  const compared = line.replace(/\u200c|\u200d|\ufe0e|\ufe0f/g, "").trimStart();
  return compared.startsWith("::") || compared.includes("##[");
};

test.each([
  ["::set-output name=a::b", ": :set-output name=a::b"],
  [" \t\u00a0::error::x\r", "     \u00a0: :error::x"],
  ["a ##[group]b ###[x]", "a # #[group]b ## #[x]"],
  ["\u200d:\u200c:error::x #\ufe0f#[x]", "\u200d: \u200c:error::x # \ufe0f#[x]"],
  ["\u001b[31m\u2066::error::", "\\u001b[31m\\u2066::error::"],
  ["name::a: ::b # [c]", "name::a: ::b # [c]"],
])("the line %j is printed as %j", (line, shown) => {
  expect(logLine(line)).toBe(shown);
  expect(isCommand(logLine(line))).toBe(false);
});

test("no line from outside is a workflow command", () => {
  const signs = fc.constantFrom(
    "::",
    ":",
    "##[",
    "#",
    "[",
    " ",
    "\t",
    "\r",
    "\u2028",
    "\u200d",
    "a",
  );
  const texts = fc.oneof(
    hostile,
    fc.array(signs, { maxLength: 8 }).map((some) => some.join("")),
  );
  fc.assert(
    fc.property(texts, (text) => {
      const shown = logLine(text);
      expect(isCommand(shown)).toBe(false);
      expect(shown).not.toMatch(/[\n\r]/);
    }),
  );
});

test("a line keeps its indentation if a secret of the environment is removed", () => {
  const clean = logLines({ DEPLOY_TOKEN: "canary-token", OTHER: "visible" });
  expect(clean("    token: canary-token, visible")).toBe("    token: [secret], visible");
});

test.each([
  [1, ""],
  [2, "[1/2] a\n"],
])("of %d checks, a log shows the finished ones if there are several", (total, shown) => {
  const captured = captureOutput();
  new CheckProgress(total, "stack", String).done("a");
  expect(captured.stderr).toBe(shown);
});
