import { describe, expect, test } from "@jest/globals";
import {
  functionSchema,
  providerSchema,
  resourceSchema,
} from "../../../../provider/schema/packageSchema";
import { secretPlaceholder } from "../../../../provider/schema/placeholder";
import { validator } from "../../../../provider/schema/validate";
import {
  action,
  authorizations,
  authorized,
  hook,
  stream,
} from "../../../support/values/eventStream";
import { push, serverCredentials } from "../../../support/values/guardianFcmv1Provider";
import { jsonCopy } from "../../../support/values/inputs";
import { kinds } from "../../../support/values/kinds";
import { policy } from "../../../support/values/rateLimitPolicy";
import { newerValue } from "../../../support/values/resourceValues";

describe.each<[string, [string, object][]]>([
  [
    "EventStream",
    [
      ["a destination alone", { destination: jsonCopy(action()) }],
      ["a name of 128 characters outside the basic plane", stream({ name: "🎉".repeat(128) })],
      [
        "an endpoint with port, path and query",
        hook({ webhookEndpoint: "https://a:8443/b?c=d#e" }),
      ],
      ["an endpoint with a host in capital letters", hook({ webhookEndpoint: "https://A.COM" })],
      ["an endpoint that is an address", hook({ webhookEndpoint: "https://[::1]:8443/" })],
      [
        "a user name of 128 characters",
        authorized({ ...authorizations.basic, username: "é".repeat(128) }),
      ],
      [
        "a header of every character",
        authorized({ ...authorizations.custom_header, headerKey: "aZ09!#$%&'*+.^_`|~-" }),
      ],
    ],
  ],
  [
    "RateLimitPolicy",
    [
      ["a CIMD URI", policy({ consumerSelector: "client_id:https://app.example.com/cimd.json" })],
      [
        "a selector of 255 characters",
        policy({ consumerSelector: `client_id:${"a".repeat(245)}` }),
      ],
    ],
  ],
  [
    "GuardianFcmv1Provider",
    [
      ["a service account with line ends", push(`\n${serverCredentials}\n`)],
      ["a placeholder of an import", push(secretPlaceholder)],
    ],
  ],
])("%s", (name, rows) => {
  const { inputs } = resourceSchema(name);

  test.each(rows)("%s is valid", (_name, value) => {
    expect(validator(inputs)(value)).toEqual([]);
  });
});

describe.each(kinds)("$name", ({ name, wrong }) => {
  const { inputs } = resourceSchema(name);

  test.each(wrong)("%s is reported with every message", (_mistake, args, ...messages) => {
    expect(validator(inputs)(args)).toEqual(messages);
  });
});

test("no message contains a term of JSON Schema or a secret", () => {
  const all = kinds.flatMap(({ wrong }) => wrong.flatMap(([, , ...messages]) => messages));
  expect(all.length).toBeGreaterThan(45);
  expect(all.filter((text) => /schema|oneOf|pattern|keyword|instance/i.test(text))).toEqual([]);
  for (const secret of kinds.flatMap(({ canaries }) => canaries))
    expect(all.join("\n")).not.toContain(secret);
});

describe("getDeliveries", () => {
  const validateArguments = validator(functionSchema("getDeliveries").inputs);
  const listing = (changes: object) => ({
    eventStreamId: "est_0123456789012345678901",
    ...changes,
  });
  const rfc3339 =
    "must be a valid RFC 3339 date-time such as 2026-01-31T00:00:00Z, or a valid Date. Leap seconds aren't supported";

  test.each<[object, string]>([
    [{ eventStreamId: undefined }, "eventStreamId is required"],
    [{ eventStreamId: "est_1" }, "eventStreamId must have 26 characters, not 5"],
    [{ statuses: [] }, "statuses must have at least 1 item"],
    [{ statuses: ["failed,pending"] }, "statuses[0] must be text without commas or spaces"],
    [
      { eventTypes: ["user.create"] },
      `eventTypes[0] must be one of the 25 values of EventKind. Did you mean user.created?${newerValue}`,
    ],
    [{ take: 0 }, "take must be from 1 to 100, not 0"],
    [{ take: 1.5 }, "take must be a whole number, not 1.5"],
    [{ maxItems: 0 }, "maxItems must be at least 1, not 0"],
    [{ from: "" }, "from must not be empty"],
    [{ includeEvent: "yes" }, "includeEvent must be true or false, not a string"],
    [{ dateFrom: "2026-01-01" }, `dateFrom ${rfc3339}`],
  ])("%j gives one message", (changes, message) => {
    expect(validateArguments(listing(changes))).toEqual([message]);
  });
});

test.each<[object, string]>([
  [{ domain: 1 }, "domain must be a string, not 1"],
  [
    { clientAssertionSigningAlg: "rs256" },
    "clientAssertionSigningAlg must be RS256, RS384, or PS256. Did you mean RS256?",
  ],
  [
    { correlationIdPrefix: "a b" },
    "correlationIdPrefix must contain only letters, digits, and the characters _.*~@+/:-",
  ],
  [
    { environmentPrefix: "2_" },
    "environmentPrefix must contain only letters, digits, and _, and must not start with a digit",
  ],
])("%j gives one message for a Provider", (args, message) => {
  expect(validator(providerSchema)(args)).toEqual([message]);
});
