import { readFile } from "node:fs/promises";
import { isObject, type Json } from "../../provider/shared/json";
import { readProject } from "../shared/project";

/**
 * Throws if a file is no plan of a stack. The CLI takes a plan of another stack, or one that lost its
 * content, as a plan that allows nothing, and reports the first change as one that does not fit.
 */
export async function assertPlanOf(file: string, stack: string, folder: string): Promise<void> {
  const planned = Object.keys(await readResourcePlans(file));
  const { name: project } = await readProject(folder);
  const prefix = `urn:pulumi:${stack}::${project}::`;
  const foreign = planned.find((urn) => !urn.startsWith(prefix));
  if (foreign === undefined) return;
  throw new Error(
    `${file} is no plan of the stack ${stack} of the project ${project}: it plans ${JSON.stringify(foreign)}; nothing was applied`,
  );
}

/** What a plan contains for each URN; of a stack at least, even if it has no objects. */
async function readResourcePlans(file: string): Promise<object> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    const reason =
      error.code === "ENOENT"
        ? `there is no plan at ${file}: \`ci preview\` saves it, and \`ci find-plan\` finds it`
        : `${file} cannot be read: ${error.message}`;
    throw new Error(`${reason}; nothing was applied`);
  });
  const { resourcePlans } = parsed(text);
  if (isObject(resourcePlans) && Object.keys(resourcePlans).length > 0) return resourcePlans;
  throw new Error(
    `${file} is empty, cut off or no plan of \`ci preview\`: download or preview it again; nothing was applied`,
  );
}

/** Without the parser's message, which quotes the text. */
function parsed(text: string): { resourcePlans?: Json } {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
