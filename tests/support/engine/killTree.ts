import { execFileSync } from "node:child_process";

/** Kills a process and its children without warning, as if the machine disappeared. */
export function killTree(pid: number): void {
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((row) => row.trim().split(/\s+/).map(Number));
  const treeOf = (top: number): number[] => [
    top,
    ...rows.flatMap(([child = 0, parent]) => (parent === top ? treeOf(child) : [])),
  ];
  for (const member of treeOf(pid)) process.kill(member, "SIGKILL");
}
