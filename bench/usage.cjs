// Loaded by NODE_OPTIONS. When the measured process ends, it appends its peak memory in megabytes to a file,
// as a line. Other Node processes of the same run report nothing.
const { appendFileSync, readFileSync } = require("node:fs");

const { BENCH_USAGE_FILE: file, BENCH_USAGE_SCRIPT: script } = process.env;

if (file && process.argv[1]?.replaceAll("\\", "/").includes(script)) {
  process.on("exit", () => appendFileSync(file, `${peakKb() / 1024}\n`));
  // The engine ends provider processes with this signal. Without a handler there is no "exit" event.
  process.on("SIGINT", () => process.exit(130));
}

/**
 * On Linux, maxRSS is at least the memory of the process that started this one, as it was then: exec
 * keeps the peak of what it replaces. VmHWM starts anew (proc(5)).
 */
function peakKb() {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS;
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8"))[1]);
}
