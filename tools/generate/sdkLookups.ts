import { lookups } from "../../provider/lookups/lookups";
import { pascalCase } from "./sdkTypes";

const header = `// Generated from schema.json and the definitions of the resources by \`npm run generate\`; do not edit.

import type * as pulumi from "@pulumi/pulumi";
import type { FunctionOptions } from "./functionTenant";
import type * as types from "./generated";
import { lookUp, lookUpOutput } from "./lookUp";
`;

/** The text of sdk/lookups.generated.ts, not yet formatted. */
export function sdkLookups(): string {
  const functions = Object.values(lookups).flatMap(({ name, declared, collection }) => {
    const typeName = pascalCase(name);
    // Like Pulumi's generator, this omits arguments where there are none, and makes those of a list optional.
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
