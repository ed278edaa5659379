// Reads the drift report of one stack; drift-report.schema.json of pulumi-auth0-native describes it.
import { existsSync, readFileSync } from "node:fs";

const issueIsLeft = "The issue is left as it is.";

export function readReport(file, stack) {
  const { version, stacks } = parsed(file);
  if (version !== 1) {
    throw new Error(
      `${file} is of version ${version}, and this script reads version 1: take the scripts of the ` +
        `release of pulumi-auth0-native that is installed. ${issueIsLeft}`,
    );
  }
  const [found, ...others] = Array.isArray(stacks) ? stacks : [];
  if (found?.name !== stack || others.length > 0) {
    throw new Error(`${file} does not report on the stack ${stack} alone. ${issueIsLeft}`);
  }
  const { result, problems, resources } = found;
  const isKnownResult = ["clean", "drift", "failed"].includes(result);
  if (!isKnownResult || !Array.isArray(problems) || !Array.isArray(resources)) {
    throw new Error(
      `${file} is no drift report: result, problems or resources are missing. ${issueIsLeft}`,
    );
  }
  return found;
}

export function readText(file) {
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  throw new Error(
    `There is no report at ${file}: the check ended before it wrote one. ${issueIsLeft}`,
  );
}

function parsed(file) {
  const text = readText(file);
  try {
    return Object(JSON.parse(text));
  } catch (error) {
    throw new Error(`${file} is not JSON (${error.message}). ${issueIsLeft}`);
  }
}
