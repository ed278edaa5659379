/** Keeps an issue for each stack of a drift report; returns the exit code. */
export async function updateIssues(file: string): Promise<number> {
  throw new Error("missing");
}
