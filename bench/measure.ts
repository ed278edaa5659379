import { readdirSync, readFileSync } from "node:fs";
import type { Tenant } from "../emulator/src";
import type { Sample } from "./rows";

/** The interval is much shorter than any run of the Pulumi CLI. */
const intervalMs = 20;

/** Runs a command once and measures it, with the memory of child processes that run `script`. */
export async function measure(
  tenant: Tenant,
  script: string,
  command: () => Promise<{ code: number | null; text: string }>,
): Promise<Sample> {
  tenant.clearRequests();
  let peakMb = 0;
  const observe = () => {
    peakMb = Math.max(peakMb, memoryOf(script));
  };
  const timer = setInterval(observe, intervalMs);
  const start = performance.now();
  const { code, text } = await command().finally(() => clearInterval(timer));
  const ms = performance.now() - start;
  if (code !== 0) throw new Error(`The measured command ended with exit code ${code}:\n${text}`);
  const requests = tenant.requests.filter(({ kind }) => kind === "api");
  const rejected = requests.filter(({ status }) => status === 429).length;
  return { ms, peakMb, requests: requests.length, rejected, tokens: tenant.tokenRequests() };
}

/** The memory in megabytes, with shared memory in each process. It's 0 without /proc or the process. */
function memoryOf(script: string): number {
  try {
    return descendantsOf(process.pid)
      .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(script))
      .map((pid) => /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0)
      .reduce((sum: number, kilobytes) => sum + Number(kilobytes) / 1024, 0);
  } catch {
    return 0;
  }
}

/** The processes that a process started. Each of its threads has a list of them (proc(5)). */
function descendantsOf(pid: number): number[] {
  const tasks = `/proc/${pid}/task`;
  const lists = readdirSync(tasks).map((task) => readFileSync(`${tasks}/${task}/children`, "utf8"));
  const children = lists.flatMap((list) => list.split(" ").filter(Boolean).map(Number));
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}
