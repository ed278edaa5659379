import { describe, expect, test } from "@jest/globals";
import type { ImportPlan, PlannedObject } from "../../../../../cli/import/plan";
import { typescriptProgram } from "../../../../../cli/import/render/typescriptProgram";
import type { Props } from "../../../../../provider/shared/json";
import { evaluateProgram } from "../../../../support/import/evaluateProgram";
import { canaries } from "../../../../support/values/eventStream";
import { plannedPolicy, plannedWebhook, planOf } from "../../../../support/values/importPlans";
import { configured } from "../../../../support/values/rateLimitPolicy";

const object = (changes: Partial<PlannedObject> = {}): PlannedObject =>
  plannedPolicy({ inputs: configured({ action: "allow" }), ...changes });

const crm = plannedWebhook(canaries.token);

const plan = (changes: Partial<ImportPlan> = {}): ImportPlan => ({
  ...planOf(object()),
  ...changes,
});

/** The program without the comment at its start. */
const body = (changes: Partial<ImportPlan>) =>
  typescriptProgram(plan(changes)).replace(/^(\/\/.*\n)+\n/, "");

describe("the program", () => {
  test("starts with what it is and how to end the protection", () => {
    expect(typescriptProgram(plan()).split("\n\n")[0]).toBe(
      `// Made by \`pulumi-auth0-native import\` from the tenant example.eu.auth0.com.
// This file is yours now: edit it as you like.
// The resources are protected: Pulumi refuses to delete or replace them. To end that for one,
// remove \`{ protect: true }\` and run \`pulumi up\`.`,
    );
  });

  test("declares each object in a statement, and reads secrets from the configuration", () => {
    expect(body({ objects: [crm, object()] })).toBe(
      `import { Config } from "@pulumi/pulumi/config.js";
import * as auth0 from "pulumi-auth0-native";

const config = new Config();

new auth0.EventStream("crm", {
  name: "crm",
  destination: {
    type: "webhook",
    configuration: {
      webhookEndpoint: "https://hooks.example.com/auth0",
      webhookAuthorization: {
        method: "bearer",
        token: config.requireSecret("crmToken"),
      },
    },
  },
}, { protect: true });

new auth0.RateLimitPolicy("partners", {
  resource: "oauth_authentication_api",
  consumer: "client",
  consumerSelector: "third_party_clients",
  configuration: {
    action: "allow",
  },
}, { protect: true });
`,
    );
  });

  test("imports Pulumi only if it reads a secret", () => {
    expect(body({})).toMatch(/^import \* as auth0 from "pulumi-auth0-native";\n\nnew auth0\./);
  });

  test("imports nothing if there is no object", () => {
    expect(typescriptProgram(plan({ objects: [] }))).not.toMatch(/^import/m);
  });

  test("has a note as one line above the statement", () => {
    const notes = ["fields that are left out: a, b.", "@ts-nocheck\u2028process.exit(1)"];
    expect(body({ objects: [object({ notes })] })).toContain(
      "\n// Note: fields that are left out: a, b.\n// Note: @ts-nocheck\\u2028process.exit(1)\nnew auth0.",
    );
  });

  test("ends with the objects that are not imported", () => {
    const skipped = [
      {
        kind: "EventStream",
        id: "est_2",
        label: "a */\nb",
        reasons: ["its type is new", "its status is odd"],
      },
    ];
    expect(typescriptProgram(plan({ skipped })).split("\n\n").at(-1)).toBe(
      `// Not imported:\n// - EventStream "a */\\nb" (est_2): its type is new; its status is odd\n`,
    );
  });

  test("evaluates to a property with odd characters, and to empty and nested lists", () => {
    const inputs: Props = JSON.parse('{"a-b": {}, "\\"": [[], [true, null], {"c": 1}]}');
    const source = body({ objects: [object({ inputs })] });
    expect(evaluateProgram(source, () => {})).toEqual([
      ["RateLimitPolicy", "partners", inputs, { protect: true }],
    ]);
  });
});

test("ends with what no import reads, a line for each sentence", () => {
  const unreadable = ["It cannot be imported: why. Declare it."];
  expect(typescriptProgram(plan({ unreadable }))).toMatch(
    /\n\n\/\/ It cannot be imported: why\.\n\/\/ Declare it\.\n$/,
  );
});
