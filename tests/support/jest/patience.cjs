/**
 * Milliseconds after which a test takes something for a hang: nothing else takes so long, however busy the
 * machine is. No test may depend on the time that something takes.
 */
exports.patienceMs = 300_000;
