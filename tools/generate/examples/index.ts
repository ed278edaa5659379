import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { formatted } from "../formatted";
import { exampleFiles, examplesFolder } from "../publishedSchema";
import { inGo } from "./go";
import { programIn } from "./program";
import { inPython } from "./python";
import { inTypeScript } from "./typescript";

/**
 * The examples of examples/reference in languages other than YAML, by their path. `pulumi convert` would
 * lose secrets and comments, and its Go doesn't compile if a property is a union.
 */
export async function examples(): Promise<Record<string, string>> {
  const files = readdirSync(examplesFolder).map(async (name) => {
    const program = programIn(readFileSync(join(examplesFolder, name, "Pulumi.yaml"), "utf8"));
    const folder = `examples/reference/${name}`;
    return {
      [`${folder}/${exampleFiles.typescript}`]: await formatted(inTypeScript(program)),
      [`${folder}/${exampleFiles.python}`]: inPython(program),
      [`${folder}/${exampleFiles.go}`]: inGo(program),
    };
  });
  return Object.assign({}, ...(await Promise.all(files)));
}
