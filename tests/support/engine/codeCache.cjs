/**
 * Preloaded (`--require`) by the Node.js processes that engine and contract tests start. Compiling the
 * files of @pulumi/pulumi and its dependencies takes a third of the CPU time of such a process; with
 * this module V8 loads their compiled code from a file. Modules behave as without it. The two largest
 * are loaded only when they are used: lazyModule.cjs.
 *
 * @typedef {{ start: number, length: number, size: number, mtimeMs: number }} Entry compiled code in the
 *   cache file, and the version of the source file that it was compiled from
 */

const Module = require("node:module");
const { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } = require("node:fs");
const path = require("node:path");
const v8 = require("node:v8");
const vm = require("node:vm");
const { lazyModule, lazyModules } = require("./lazyModule.cjs");

// Pulumi 3.259 does not pass a project's option `typescript: false` on, and loads TypeScript all the same.
if (process.env.TEST_WITHOUT_TYPESCRIPT) delete process.env.PULUMI_NODEJS_TYPESCRIPT;

const repository = path.join(__dirname, "../../..");
const folder = path.join(repository, "node_modules", ".cache", "code");
const file = path.join(folder, `${process.version}-${process.arch}`);

// @pulumi/pulumi sets this flag while it loads. V8 rejects code that was compiled with other flags.
v8.setFlagsFromString("--allow-natives-syntax");

/** @returns {{ index: Record<string, Entry>, code: Buffer } | undefined} */
function readCache() {
  try {
    const content = readFileSync(file);
    const start = 4 + content.readUInt32LE();
    return { index: JSON.parse(content.toString("utf8", 4, start)), code: content.subarray(start) };
  } catch {
    return undefined;
  }
}

/** @type {ReturnType<typeof readCache> | null} */
let cache = null;

/** @param {string} filename */
function cachedCode(filename) {
  // Read at the first use: some processes only resolve a path.
  if (cache === null) cache = readCache();
  const entry = cache?.index[filename];
  if (!cache || !entry) return undefined;
  const { size, mtimeMs } = statSync(filename);
  if (size !== entry.size || mtimeMs !== entry.mtimeMs) return undefined;
  return cache.code.subarray(entry.start, entry.start + entry.length);
}

const [wrapperStart = ""] = Module.wrap("\n").split("\n");

/**
 * @param {string} source
 * @param {string} filename
 * @param {Buffer} [cachedData]
 */
function compile(source, filename, cachedData) {
  return new vm.Script(Module.wrap(source), {
    filename,
    // The wrapper does not move the columns of the first line.
    columnOffset: -wrapperStart.length,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(cachedData && { cachedData }),
  });
}

/**
 * The `require` of a module, with the members that Node.js gives it.
 *
 * @param {NodeModule} module
 */
function requireOf(module) {
  const require = (/** @type {string} */ id) => module.require(id);
  const resolve = (/** @type {string} */ request, /** @type {object} */ options) =>
    Module._resolveFilename(request, module, false, options);
  resolve.paths = (/** @type {string} */ request) => Module._resolveLookupPaths(request, module);
  return Object.assign(require, {
    resolve,
    main: process.mainModule,
    extensions: Module._extensions,
    cache: Module._cache,
  });
}

/**
 * Runs a script as the body of a module, as the end of Node's own `Module.prototype._compile` does.
 *
 * @param {vm.Script} script
 * @param {NodeModule} module
 * @param {string} filename
 */
function runAsModule(script, module, filename) {
  const parameters = [module.exports, requireOf(module), module, filename, path.dirname(filename)];
  return Reflect.apply(script.runInThisContext(), module.exports, parameters);
}

const load = Module._load;

Module._load = function (request, ...rest) {
  const loadNow = () => load.call(this, request, ...rest);
  return lazyModules.includes(request) ? lazyModule(loadNow) : loadNow();
};

const compileAndRun = Module.prototype._compile;

function useCache() {
  Module.prototype._compile = function (source, filename, ...rest) {
    const code = cachedCode(filename);
    if (!code) return compileAndRun.call(this, source, filename, ...rest);
    return runAsModule(compile(source, filename, code), this, filename);
  };
}

/** Loads modules, and writes the code of all files in node_modules that this compiled. */
function record(/** @type {() => void} */ load) {
  /** @type {Map<string, vm.Script>} */
  const scripts = new Map();
  Module.prototype._compile = function (source, filename, ...rest) {
    const script = filename.includes(`${path.sep}node_modules${path.sep}`)
      ? compiled(source, filename)
      : undefined;
    if (!script) return compileAndRun.call(this, source, filename, ...rest);
    scripts.set(filename, script);
    return runAsModule(script, this, filename);
  };
  load();
  writeCache(scripts);
}

/** Nothing for an ECMAScript module. */
function compiled(/** @type {string} */ source, /** @type {string} */ filename) {
  try {
    return compile(source, filename);
  } catch {
    return undefined;
  }
}

/** @param {Map<string, vm.Script>} scripts */
function writeCache(scripts) {
  /** @type {Record<string, Entry>} */
  const index = {};
  /** @type {Buffer[]} */
  const code = [];
  let start = 0;
  for (const [filename, script] of scripts) {
    const data = script.createCachedData();
    const { size, mtimeMs } = statSync(filename);
    index[filename] = { start, length: data.length, size, mtimeMs };
    code.push(data);
    start += data.length;
  }
  const text = Buffer.from(JSON.stringify(index));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  mkdirSync(folder, { recursive: true });
  // Renamed, so that a process that reads at the same time sees the whole file.
  const unfinished = `${file}.${process.pid}`;
  writeFileSync(unfinished, Buffer.concat([length, text, ...code]));
  renameSync(unfinished, file);
}

// From 22.1 on, Node.js has such a cache itself.
const builtIn = Module.enableCompileCache;
if (builtIn) builtIn(folder);
else if (vm.constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER) useCache();

module.exports = { record: builtIn ? (/** @type {() => void} */ load) => load() : record };
