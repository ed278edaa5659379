/** Does the work for each item, up to `concurrency` at a time. The results have the items' order. */
export async function inParallel<T, U>(
  items: T[],
  concurrency: number,
  work: (item: T) => Promise<U>,
): Promise<U[]> {
  const results: U[] = [];
  // All workers take from one iterator, so that each item is taken once.
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, items.length) }, worker));
  return results;
}
