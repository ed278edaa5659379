import { expect, test } from "@jest/globals";
import type { Fault } from "../../../../../emulator/src";
import { parseFault } from "../../../../../emulator/src/cli/serve/parseFault";

test.each<[string, Fault]>([
  ["* drop", { route: "*", kind: "drop" }],
  ["* status:503 x3", { route: "*", kind: "status", status: 503, times: 3 }],
  ["* hang x0", { route: "*", kind: "hang", times: 0 }],
  ["POST /oauth/token slow:250", { route: "POST /oauth/token", kind: "slow", delayMs: 250 }],
  ["* trickle:5 before", { route: "*", kind: "trickle", delayMs: 5, when: "before" }],
  ["* drop late:3 x2", { route: "*", kind: "drop", when: "late", lateRequests: 3, times: 2 }],
  [
    "* status:504 late:5000ms",
    { route: "*", kind: "status", status: 504, when: "late", lateMs: 5000 },
  ],
  [
    '{ "kind": "status", "status": 404, "body": null }',
    { kind: "status", status: 404, body: null },
  ],
  [
    " PATCH  /event-streams/{id} html:504 skip2 after ",
    { route: "PATCH /event-streams/{id}", kind: "html", status: 504, skip: 2, when: "after" },
  ],
])("the text '%s' is parsed", (text, fault) => {
  expect(parseFault(text)).toEqual(fault);
});
