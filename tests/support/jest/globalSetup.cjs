const { execFileSync } = require("node:child_process");
const { mkdirSync, statSync, writeFileSync } = require("node:fs");
const path = require("node:path");

const root = path.join(__dirname, "../../..");
const installed = path.join(root, "node_modules", ".package-lock.json");
const recorded = path.join(root, "node_modules", ".cache", "code", `recorded-${process.version}`);

const changed = (/** @type {string} */ file) =>
  statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Compiles Pulumi's modules for codeCache.cjs, once after each installation. It takes a second. */
module.exports = () => {
  if (changed(recorded) > changed(installed)) return;
  const script = path.join(__dirname, "..", "engine", "recordCodeCache.cjs");
  execFileSync(process.execPath, [script], { stdio: ["ignore", "ignore", "inherit"] });
  mkdirSync(path.dirname(recorded), { recursive: true });
  writeFileSync(recorded, "");
};
