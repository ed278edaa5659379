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
  sleep: async (/** @type {number} */ ms) => {
    // Before the time passes, so that code which does not wait for the end of a sleep is too early.
    await new Promise((wake) => setImmediate(wake));
    const time = (now() + ms) / 1000;
    utimesSync(file, time, time);
  },
});
