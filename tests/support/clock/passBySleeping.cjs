const { statSync, utimesSync } = require("node:fs");
const { realClock } = require("../../../bin/provider/api/clock.js");

/**
 * Preloaded (`--require`) by provider processes: no real time passes while they sleep. The time is when the
 * file TEST_TIME_FILE was changed: no process sees half of a change. sharedTime.ts gives it to a tenant.
 */
const file = String(process.env.TEST_TIME_FILE);
const now = () => Math.round(statSync(file).mtimeMs);

Object.assign(realClock, {
  now,
  wall: now,
  sleep: (/** @type {number} */ ms) => {
    const time = (now() + ms) / 1000;
    utimesSync(file, time, time);
    return new Promise((wake) => setImmediate(wake));
  },
});
