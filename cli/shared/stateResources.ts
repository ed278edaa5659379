import type { Props } from "../../provider/shared/json";

/** The resources of an exported state. */
export function stateResources(exported: string): Props[] {
  const { deployment } = JSON.parse(exported) as { deployment?: { resources?: Props[] } };
  return deployment?.resources ?? [];
}
