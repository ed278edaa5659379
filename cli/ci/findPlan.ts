/** Finds the plan that was reviewed; returns the exit code. */
export async function findPlan(stack: string, file: string): Promise<number> {
  throw new Error("missing");
}
