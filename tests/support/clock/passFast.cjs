const { realClock } = require("../../../bin/provider/api/clock.js");

/**
 * Preloaded (`--require`) by provider processes whose waits would take too long: time passes
 * FAST_TIME_FACTOR times as fast since FAST_TIME_START. fastTime.ts gives the same time to a tenant.
 */
const factor = Number(process.env.FAST_TIME_FACTOR);
const start = Number(process.env.FAST_TIME_START);
const now = () => start + (Date.now() - start) * factor;

Object.assign(realClock, {
  now,
  wall: now,
  sleep: (/** @type {number} */ ms) => new Promise((wake) => setTimeout(wake, ms / factor)),
});
