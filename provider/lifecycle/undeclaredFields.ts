import type { ResourceContext } from "./context";

const notCompared = "which this version of the provider does not know: it is not compared";

/** Names each field that the service returns and schema.json does not declare, once in a run. */
export function reportUndeclared({ definition, session }: ResourceContext, paths: string[]): void {
  for (const path of paths) {
    // Of an array, the field is the same in each item.
    const field = JSON.stringify(path.replace(/\[\d+\]/g, "[]"));
    const message = `${definition.name}: the service returns the field ${field}, ${notCompared}`;
    if (!session.reported.has(message)) session.api.logger.info(message);
    session.reported.add(message);
  }
}

/** Whether a line that the engine shows is such a message. */
export const namesUndeclaredField = (line: string): boolean => line.includes(notCompared);
