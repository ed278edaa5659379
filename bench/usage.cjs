// Loaded by NODE_OPTIONS. When the measured process ends, it appends its usage to a file as a line of
// JSON. Other Node processes of the same run report nothing.
const { appendFileSync } = require("node:fs");

const { BENCH_USAGE_FILE: file, BENCH_USAGE_SCRIPT: script } = process.env;

if (file && process.argv[1]?.replaceAll("\\", "/").includes(script)) {
  process.on("exit", () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    const workerCpuMs = (userCPUTime + systemCPUTime) / 1000;
    appendFileSync(file, `${JSON.stringify({ peakMb: maxRSS / 1024, workerCpuMs })}\n`);
  });
  // The engine ends provider processes with this signal. Without a handler there is no "exit" event.
  process.on("SIGINT", () => process.exit(130));
}
