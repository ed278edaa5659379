/**
 * Ends the output of every run with one line of totals, and fails a run that left tests out.
 *
 * @typedef {import("@jest/reporters").AggregatedResult} Results
 * @typedef {{ passed: number, failed: number, skipped: string[], broken: number }} Totals
 */

const { writeSync } = require("node:fs");
const path = require("node:path");

/** @type {Totals | undefined} */
let totals;
let printing = false;

/** The summary of "default" comes after every other reporter, and "did not exit" after that. */
function printAtExit() {
  if (printing) return;
  printing = true;
  process.on("exit", (code) => {
    if (totals !== undefined) print(totals);
    // Without a run and without a failure this was `--listTests`, `--showConfig` or the like.
    else if (code !== 0) print({ passed: 0, failed: 0, skipped: [], broken: 0 });
  });
}

/** @param {Totals} found */
function print({ passed, failed, skipped, broken }) {
  const lines = skipped.map((name) => `Left out: ${name}`);
  if (broken > 0)
    lines.push(`Suites that failed outside their tests, each counted as one failure: ${broken}`);
  if (skipped.length > 0) lines.push("A test that is left out fails the run: mend or remove it.");
  const tail = skipped.length > 0 ? `, ${skipped.length} skipped` : "";
  for (const line of [...lines, `${passed} passed, ${failed} failed${tail}`]) writeOut(`${line}\n`);
}

/**
 * Jest's way out (exit-x) replaces `process.stdout.write` with nothing, hence the descriptor.
 *
 * @param {string} line
 */
function writeOut(line) {
  for (;;) {
    try {
      return writeSync(1, line);
    } catch (error) {
      // A full pipe whose reader is slow.
      if (error.code !== "EAGAIN") return 0;
    }
  }
}

/**
 * @param {Results} results
 * @param {boolean} selected whether `-t` picked the tests, which leaves the others out on purpose
 * @returns {Totals}
 */
function count(results, selected) {
  const skipped = [];
  let broken = 0;
  for (const suite of results.testResults) {
    // A suite that does not compile, or that throws outside its tests, has no test to blame.
    if (suite.failureMessage && suite.numFailingTests === 0) broken += 1;
    for (const test of suite.testResults) {
      const left = test.status !== "passed" && test.status !== "failed";
      if (left && !selected)
        skipped.push(
          `${test.fullName} (${test.status}) in ${path.relative(process.cwd(), suite.testFilePath)}`,
        );
    }
  }
  return {
    passed: results.numPassedTests,
    failed: results.numFailedTests + broken,
    skipped,
    broken,
  };
}

class SummaryReporter {
  /** @param {import("@jest/reporters").Config.GlobalConfig} globalConfig */
  constructor(globalConfig) {
    this.selected = Boolean(globalConfig.testNamePattern);
    printAtExit();
  }

  /**
   * @param {unknown} _contexts
   * @param {Results} results
   */
  onRunComplete(_contexts, results) {
    totals = count(results, this.selected);
  }

  /** Jest fails a run when a reporter holds an error. */
  getLastError() {
    if (totals === undefined) return undefined;
    if (totals.skipped.length > 0) return new Error("tests were left out");
    if (totals.passed + totals.failed === 0) return new Error("no test ran");
    return undefined;
  }
}

module.exports = SummaryReporter;
module.exports.printAtExit = printAtExit;
module.exports.count = count;
