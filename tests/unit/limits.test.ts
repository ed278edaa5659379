import { describe, expect, test } from "@jest/globals";
import { functionSchema, resourceSchema } from "../../provider/schema";
import { validator } from "../../provider/validate";
import { configured, everyPolicy, policy, push } from "../support/inputs";
import { problem } from "../support/problem";

const policyProblems = validator(resourceSchema("RateLimitPolicy").inputs);
const pushProblems = validator(resourceSchema("GuardianFcmv1Provider").inputs);
const deliveriesProblems = validator(functionSchema("getDeliveries").inputs);

const redirect = (redirectUri: unknown) =>
  configured({ action: "redirect", limit: 1, redirectUri });
const listing = (changes: object) => ({ eventStreamId: "est_0123456789012345678901", ...changes });
const without = (key: string, value: object) =>
  Object.fromEntries(Object.entries(value).filter(([name]) => name !== key));

test.each<[string, object]>([
  ...everyPolicy.map(([name, value]): [string, object] => [`policy ${name}`, value]),
  ["a CIMD URI", policy({ consumerSelector: "client_id:https://app.example.com/cimd.json" })],
  ["a selector of 255 characters", policy({ consumerSelector: `client_id:${"a".repeat(245)}` })],
])("%s is valid", (_name, value) => {
  expect(policyProblems(value)).toEqual([]);
});

test.each<[string, object, string, string]>([
  ["no resource", without("resource", policy()), "resource", "is required"],
  ["no consumer", without("consumer", policy()), "consumer", "is required"],
  ["no selector", without("consumerSelector", policy()), "consumerSelector", "is required"],
  ["no configuration", without("configuration", policy()), "configuration", "is required"],
  [
    "another resource",
    policy({ resource: "api" }),
    "resource",
    "must be one of oauth_authentication_api",
  ],
  ["another consumer", policy({ consumer: "user" }), "consumer", "must be one of client"],
  ["an empty selector", policy({ consumerSelector: "" }), "consumerSelector", "Which consumers"],
  [
    "a selector without id",
    policy({ consumerSelector: "client_id:" }),
    "consumerSelector",
    "Which consumers",
  ],
  [
    "another selector",
    policy({ consumerSelector: "defaults" }),
    "consumerSelector",
    "Which consumers",
  ],
  [
    "a selector of 256 characters",
    policy({ consumerSelector: `client_id:${"a".repeat(246)}` }),
    "consumerSelector",
    "Which consumers",
  ],
  [
    "another action",
    configured({ action: "drop" }),
    "configuration.action",
    "must be one of allow, block, log, redirect",
  ],
  ["no action", configured({ limit: 1 }), "configuration.action", "is required: one of allow"],
  [
    "a limit for allow",
    configured({ action: "allow", limit: 1 }),
    "configuration.limit",
    "is not a property; known here: action",
  ],
  ["no limit for block", configured({ action: "block" }), "configuration.limit", "is required"],
  ["no limit for log", configured({ action: "log" }), "configuration.limit", "is required"],
  [
    "no limit for redirect",
    configured({ action: "redirect", redirectUri: "https://a" }),
    "configuration.limit",
    "is required",
  ],
  [
    "a limit below 0",
    configured({ action: "block", limit: -1 }),
    "configuration.limit",
    "Requests allowed, a whole number from 0 to 10,000",
  ],
  [
    "a limit above 10,000",
    configured({ action: "log", limit: 10_001 }),
    "configuration.limit",
    "from 0 to 10,000",
  ],
  ["half a request", configured({ action: "block", limit: 0.5 }), "configuration.limit", "integer"],
  [
    "a limit in words",
    configured({ action: "block", limit: "100" }),
    "configuration.limit",
    "integer",
  ],
  [
    "no address",
    configured({ action: "redirect", limit: 1 }),
    "configuration.redirectUri",
    "is required",
  ],
  ["an address without TLS", redirect("http://a"), "configuration.redirectUri", "Where requests"],
  ["a relative address", redirect("/slow"), "configuration.redirectUri", "an `https://` URL"],
])("%s is one problem of a policy, which names place and rule", (_name, value, place, rule) => {
  expect(policyProblems(value)).toEqual([problem(place, rule)]);
});

describe("push credentials", () => {
  test.each([1, 10_000])("of %d characters are valid", (length) => {
    expect(pushProblems(push("x".repeat(length)))).toEqual([]);
  });

  test.each<[string, object, string, string]>([
    ["none", {}, "serverCredentials", "is required"],
    ["0 characters", push(""), "serverCredentials", "The Firebase service account's JSON"],
    ["10,001 characters", push("x".repeat(10_001)), "serverCredentials", "1 to 10,000 characters"],
    ["an object", { serverCredentials: { private_key: "k" } }, "serverCredentials", "string"],
  ])("%s: one problem", (_name, value, place, rule) => {
    expect(pushProblems(value)).toEqual([problem(place, rule)]);
  });
});

describe("getDeliveries", () => {
  test.each([
    { take: 1, maxItems: 1 },
    { take: 100, includeEvent: true, from: "c" },
    { statuses: ["failed", "retrying"], eventTypes: ["user.created"] },
    { dateFrom: "2026-01-01T00:00:00Z", dateTo: "2026-01-01T01:00:00.5+02:00" },
  ])("%j is valid", (changes) => {
    expect(deliveriesProblems(listing(changes))).toEqual([]);
  });

  test.each([
    [{ eventStreamId: "est_1" }, "eventStreamId", "The stream's id: 26 characters."],
    [{ eventStreamId: "est_01234567890123456789012" }, "eventStreamId", "26 characters"],
    [{ take: 0 }, "take", "Deliveries to a page, 1 to 100"],
    [{ take: 101 }, "take", "1 to 100"],
    [{ take: 1.5 }, "take", "integer"],
    [{ maxItems: 0 }, "maxItems", "1 or more"],
    [{ statuses: [] }, "statuses", "must have at least 1 item(s)"],
    [{ statuses: ["failed,pending"] }, "statuses[0]", "without commas"],
    [{ statuses: "failed" }, "statuses", "array"],
    [{ eventTypes: ["user.create"] }, "eventTypes[0]", "must be one of connection.created"],
    [{ dateFrom: "2026-01-01" }, "dateFrom", "Start of the time range"],
    [{ dateTo: "2026-13-01T00:00:00Z" }, "dateTo", "End of the time range"],
    [{ from: "" }, "from", "Where to go on"],
    [{ includeEvent: "yes" }, "includeEvent", "boolean"],
    [{ page: 1 }, "page", "is not a property"],
  ])("%j is one problem", (changes, place, rule) => {
    expect(deliveriesProblems(listing(changes))).toEqual([problem(place, rule)]);
  });
});
