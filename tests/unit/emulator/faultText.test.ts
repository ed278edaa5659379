import { expect, test } from "@jest/globals";
import type { Fault } from "../../../emulator/src";
import { parseFault } from "../../../emulator/src/faultText";

test.each<[string, Fault]>([
  ["* drop", { route: "*", kind: "drop" }],
  ["* status:503 x3", { route: "*", kind: "status", status: 503, times: 3 }],
  ["* hang x0", { route: "*", kind: "hang", times: 0 }],
  ["POST /oauth/token slow:250", { route: "POST /oauth/token", kind: "slow", delayMs: 250 }],
  ["* trickle:5 before", { route: "*", kind: "trickle", delayMs: 5, when: "before" }],
  [
    " PATCH  /event-streams/{id} html:504 skip2 after ",
    { route: "PATCH /event-streams/{id}", kind: "html", status: 504, skip: 2, when: "after" },
  ],
])("'%s' is a fault", (text, fault) => {
  expect(parseFault(text)).toEqual(fault);
});
