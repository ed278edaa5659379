import type { ResourceContext } from "./context";

/** Runs a write. Pages of the list that were requested before it ended are stale for its object. */
export async function withReadsInvalidated<T>(
  { definition, session }: ResourceContext,
  id: string,
  write: () => Promise<T>,
): Promise<T> {
  if (typeof definition.read === "string") return write();
  const reads = session.batchedReads(definition.read, definition.list);
  reads.invalidate(id);
  try {
    return await write();
  } finally {
    reads.invalidate(id);
  }
}
