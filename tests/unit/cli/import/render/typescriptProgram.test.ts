import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { afterAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import ts from "typescript";
import type { ImportPlan, PlannedObject } from "../../../../../cli/import/plan";
import { typescriptProgram } from "../../../../../cli/import/render/typescriptProgram";
import { secretPlaceholder } from "../../../../../provider/schema/placeholder";
import type { Json, Props } from "../../../../../provider/shared/json";
import { removeTemporaryFolders, root, temporaryFolder } from "../../../../support/project";
import { plannedPolicy, plannedWebhook, planOf } from "../../../../support/values/importPlans";
import { configured } from "../../../../support/values/inputs";
import { leaksIn } from "../../../../support/values/leaks";
import { importPlan } from "../../../../support/values/randomImportPlans";
import { canaries } from "../../../../support/values/samples";
import { compile, compilers, optionsOf, quickstart } from "../../../../types/compile";

afterAll(removeTemporaryFolders);

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
      `// Made by \`auth0-native import\` from the tenant example.eu.auth0.com.
// This file is yours now: edit it as you like.
// The resources are protected: Pulumi refuses to delete or replace them. To end that for one,
// remove \`{ protect: true }\` and run \`pulumi up\`.`,
    );
  });

  test("declares each object in a statement, and reads secrets from the configuration", () => {
    expect(body({ objects: [crm, object()] })).toBe(
      `import * as pulumi from "@pulumi/pulumi";
import * as auth0 from "pulumi-auth0-native";

const config = new pulumi.Config();

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
    expect(evaluate(source)).toBe(
      JSON.stringify([["RateLimitPolicy", "partners", inputs, protect]]),
    );
  });
});

describe("the push credentials", () => {
  const mentionsPushCredentials = true;
  /** The program with the code at the end of the comment as code. */
  function uncommented(source: string): string {
    const codeStart = source.lastIndexOf("\n//\n") + 1;
    return source.slice(0, codeStart) + source.slice(codeStart).replace(/^\/\/ ?/gm, "");
  }

  test("are a comment with the command that configures them", () => {
    const source = typescriptProgram(plan({ objects: [crm], mentionsPushCredentials }));
    expect(source.split("\n\n").at(-1)).toBe(
      `// The tenant does not return its push credentials (FCM v1), so they are not imported. To manage
// them, set the JSON of the Firebase service account in the configuration of the stack:
//   pulumi config set --secret pushCredentials --stack production < service-account.json
// Then remove the slashes below. \`pulumi up\` sends these credentials in place of what the tenant
// has.
//
// new auth0.GuardianFcmv1Provider("push", {
//   serverCredentials: config.requireSecret("pushCredentials"),
// });
`,
    );
  });

  test.each([
    ["a secret is read", [crm]],
    ["no secret is read", [object()]],
    ["there is no object", []],
  ])("compile without the slashes when %s", (_case, objects) => {
    const source = uncommented(typescriptProgram(plan({ objects, mentionsPushCredentials })));
    expect(source).toMatch(/^new auth0.GuardianFcmv1Provider/m);
    expect(errorsOf(source)).toEqual([{}, {}]);
  });
});

const protect = { protect: true };

/** What stands for a secret that a program reads. */
const secretRead = (configKey: string) => ({ secretOf: configKey });

/** Runs a program with packages that record the resources, as JSON, and with no global of Node. */
function evaluate(source: string): string {
  const code = ts.transpile(source, {
    module: ts.ModuleKind.CommonJS,
    esModuleInterop: false,
    target: ts.ScriptTarget.ES2022,
  });
  const resources: unknown[] = [];
  const recordKind = (_: object, kind: string) =>
    function record(...args: unknown[]) {
      resources.push([kind, ...args]);
    };
  class Config {
    requireSecret = secretRead;
  }
  const packages: Record<string, object> = {
    "pulumi-auth0-native": new Proxy({}, { get: recordKind }),
    "@pulumi/pulumi": { Config },
  };
  const globals = { exports: {}, require: (name: string) => packages[name] };
  runInNewContext(code, globals);
  expect(Object.keys(globals)).toEqual(["exports", "require"]);
  return JSON.stringify(resources);
}

/** The resources that a plan asks for, in the same form. */
const expected = ({ objects }: ImportPlan) =>
  JSON.stringify(
    objects.map(({ kind, name, inputs, secrets }) => {
      const withSecrets = structuredClone(inputs);
      for (const { path, configKey } of secrets) {
        const parent = path
          .slice(0, -1)
          .reduce<Json>((at, key) => (at as Props)[key] ?? null, withSecrets);
        (parent as Props)[path.at(-1) ?? ""] = secretRead(configKey);
      }
      return [kind, name, withSecrets, protect];
    }),
  );

/** The errors of each supported compiler, with the types of the package. */
function errorsOf(source: string): object[] {
  const folder = temporaryFolder();
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const path = join(folder, "index.ts");
  writeFileSync(path, source);
  return compilers.map((compiler) => {
    const options = optionsOf(compiler, { ...quickstart, noUnusedLocals: true });
    return compile(compiler, [path], options).errors;
  });
}

/** Plans are compared in one run of a tool, so that there is nothing to shrink. */
const once = { numRuns: 1, endOnFailure: true };
const many = (minLength: number) => ({ minLength, maxLength: minLength });

describe("a program of hostile names", () => {
  test("compiles with every supported TypeScript", () => {
    fc.assert(
      fc.property(importPlan(many(1000)), (large) => {
        expect(errorsOf(typescriptProgram(large))).toEqual([{}, {}]);
      }),
      once,
    );
  });

  test("evaluates to the plan and has no other effect", () => {
    fc.assert(
      fc.property(importPlan({ maxLength: 5 }), (some) => {
        expect(evaluate(typescriptProgram(some))).toBe(expected(some));
      }),
      { numRuns: 300 },
    );
  });

  test("contains no secret and no placeholder", () => {
    fc.assert(
      fc.property(importPlan({ maxLength: 5 }), (some) => {
        const source = typescriptProgram(some);
        expect(leaksIn(source, [secretPlaceholder])).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  test("shows every character that can hide or reorder text as an escape", () => {
    fc.assert(
      fc.property(importPlan({ maxLength: 5 }), (some) => {
        const source = typescriptProgram(some).replaceAll("\n", "");
        expect(source).not.toMatch(
          /(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/u,
        );
      }),
      { numRuns: 300 },
    );
  });

  test("is the same text each time", () => {
    fc.assert(
      fc.property(importPlan({ maxLength: 5 }), (some) => {
        expect(typescriptProgram(structuredClone(some))).toBe(typescriptProgram(some));
      }),
    );
  });
});
