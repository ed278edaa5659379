import { runInNewContext } from "node:vm";
import { expect } from "@jest/globals";
import ts from "typescript";
import type { Props } from "../../../provider/shared/json";

export type Declared = [kind: string, name: string, args: Props, options: object];

/** The resources that a generated program declares, as JSON. It runs without Node's globals. */
export function evaluateProgram(
  source: string,
  readSecret: (configKey: string) => unknown,
): Declared[] {
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
    requireSecret = readSecret;
  }
  const packages: Record<string, object> = {
    "pulumi-auth0-native": new Proxy({}, { get: recordKind }),
    "@pulumi/pulumi/config.js": { Config },
  };
  const globals = { exports: {}, require: (name: string) => packages[name] };
  runInNewContext(code, globals);
  expect(Object.keys(globals)).toEqual(["exports", "require"]);
  return JSON.parse(JSON.stringify(resources));
}
