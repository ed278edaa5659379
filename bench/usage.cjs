// Loaded into a measured process by NODE_OPTIONS: when that ends, it says what it took, in a line
// of JSON at the end of a file. Other Node processes of the same run say nothing.
const { appendFileSync } = require("node:fs");

const { BENCH_USAGE_FILE: file, BENCH_USAGE_SCRIPT: script } = process.env;

if (file && process.argv[1]?.replaceAll("\\", "/").includes(script)) {
  process.on("exit", () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    const workerCpuMs = (userCPUTime + systemCPUTime) / 1000;
    appendFileSync(file, `${JSON.stringify({ peakMb: maxRSS / 1024, workerCpuMs })}\n`);
  });
  // The engine ends its provider processes by this signal, and would end them without "exit".
  process.on("SIGINT", () => process.exit(130));
}
