import { _, type AnySchemaObject } from "ajv";
import Ajv2020 from "ajv/dist/2020";
import standaloneCode from "ajv/dist/standalone";
import driftReportSchema from "../../cli/drift-report.schema.json";
import { formats } from "../../provider/schema/formats";

/**
 * The code of the compiled validator of drift reports. It ignores properties that the schema does not
 * have, since a newer version can have added some.
 */
export function reportValidatorCode(): string {
  const rules: AnySchemaObject = JSON.parse(
    JSON.stringify(driftReportSchema, (key, value) =>
      ["additionalProperties", "description", "examples"].includes(key) ? undefined : value,
    ),
  );
  const ajv = new Ajv2020({
    formats,
    code: {
      source: true,
      esm: true,
      lines: true,
      formats: _`require("../../../provider/schema/formats").formats`,
    },
  }).addSchema(rules, "report");
  const code = standaloneCode(ajv, { isDriftReport: "report" });
  return `// @ts-nocheck: generated from cli/drift-report.schema.json by \`npm run generate\`, with ajv; do not edit.\n${code}\n`;
}
