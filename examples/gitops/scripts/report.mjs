// Reads a drift report of one stack; its form is drift-report.schema.json of pulumi-auth0-native.
import { existsSync, readFileSync } from "node:fs";

const kept = "The issue is left as it is.";

export function readReport(file, stack) {
  const { version, stacks } = parsed(file);
  if (version !== 1) {
    throw new Error(
      `${file} is of version ${version}, and this script reads version 1: take the scripts of the ` +
        `release of pulumi-auth0-native that is installed. ${kept}`,
    );
  }
  const [found, ...others] = Array.isArray(stacks) ? stacks : [];
  if (found?.name !== stack || others.length > 0) {
    throw new Error(`${file} does not report on the stack ${stack} alone. ${kept}`);
  }
  const { result, problems, resources } = found;
  const known = ["clean", "drift", "failed"].includes(result);
  if (!known || !Array.isArray(problems) || !Array.isArray(resources)) {
    throw new Error(
      `${file} is no drift report: result, problems or resources are missing. ${kept}`,
    );
  }
  return found;
}

export function readText(file) {
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  throw new Error(`There is no report at ${file}: the check ended before it wrote one. ${kept}`);
}

function parsed(file) {
  const text = readText(file);
  try {
    return Object(JSON.parse(text));
  } catch (error) {
    throw new Error(`${file} is not JSON (${error.message}). ${kept}`);
  }
}
