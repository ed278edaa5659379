const { patienceMs } = require("./tests/support/jest/patience.cjs");

/** @type {import("jest").Config} */
module.exports = {
  testEnvironment: "node",
  testMatch: ["<rootDir>/tests/**/*.test.ts"],
  // GitHub's packages are ES modules.
  transformIgnorePatterns: ["/node_modules/(?!@actions/)"],
  transform: {
    "\\.[cm]?ts$|/@actions/.*\\.js$": [
      "@swc/jest",
      {
        swcrc: false,
        jsc: { target: "es2022", parser: { syntax: "typescript", decorators: false } },
        module: { type: "commonjs" },
      },
    ],
  },
  setupFiles: ["<rootDir>/tests/support/jest/nodeFlags.cjs"],
  // Pulumi loads these two in every test file, and no test uses them: half a second of CPU time.
  moduleNameMapper: {
    "^@actions/(expressions|workflow-parser)$": "<rootDir>/node_modules/@actions/$1/dist/index.js",
    "^@actions/(expressions|workflow-parser)/(.*)$":
      "<rootDir>/node_modules/@actions/$1/dist/$2.js",
    "^@npmcli/arborist$": "<rootDir>/tests/support/jest/lazyArborist.cjs",
    "/typescript-shim$": "<rootDir>/tests/support/jest/lazyTypescript.cjs",
  },
  // Several package.json with one name are there, and the haste map wants each name once.
  modulePathIgnorePatterns: ["<rootDir>/bin/", "<rootDir>/.demo/", "<rootDir>/templates/"],
  // Longer, so that a hanging call fails with its own message. The first installation on a machine downloads
  // packages and may build the CLI.
  testTimeout: 3 * patienceMs,
  // One more than two processors: some tests wait for a tenant that grants two requests a second.
  maxWorkers: 3,
  // A worker with open handles is a hang, and a busy machine is none.
  workerGracefulExitTimeout: patienceMs,
  collectCoverage: false,
  reporters: ["default", "<rootDir>/tests/support/jest/summaryReporter.cjs"],
};

// Jest ends without starting its reporters when it finds no tests, and the summary must stand then.
require("./tests/support/jest/summaryReporter.cjs").printAtExit();
