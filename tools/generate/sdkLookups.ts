import { lookups } from "../../provider/lookups/lookups";
import { nameInGo } from "./names";

/** The content of sdk/lookups.generated.ts: the functions of programs that return objects of the tenant. */

const header = `// Generated from schema.json and the definitions of the resources by \`npm run generate\`; do not edit.

import type * as pulumi from "@pulumi/pulumi";
import type { FunctionOptions } from "./functionTenant";
import type * as types from "./generated";
import { lookUp, lookUpOutput } from "./lookUp";
`;

/** The file's text, not yet formatted. */
export function sdkLookups(): string {
  const functions = Object.values(lookups).flatMap(({ name, declared, collection }) => {
    const typeName = nameInGo(name);
    // Pulumi's generator has no arguments either where there are none, and may leave out those of a list.
    const parameter = (form: string) => {
      if (!declared.inputs) return "";
      return `args: types.${typeName}${form}${collection ? " = {}" : ""}, `;
    };
    const passed = declared.inputs ? "args" : "{}";
    const result = `types.${typeName}Result`;
    return [
      `/** ${declared.description} */
export const ${name} = (${parameter("Args")}opts?: FunctionOptions): Promise<${result}> =>
  lookUp(${JSON.stringify(name)}, ${passed}, opts);`,
      `/** \`${name}\` with Outputs. While an argument is unknown, so is the result. */
export const ${name}Output = (${parameter("OutputArgs")}opts?: FunctionOptions): pulumi.Output<${result}> =>
  lookUpOutput(${JSON.stringify(name)}, ${passed}, opts);`,
    ];
  });
  return [header, ...functions].join("\n\n");
}
