// Preloaded (`--require`) by the Node.js processes that engine and protocol tests start. Without it, each of
// Pulumi's processes takes 0.6 seconds of CPU time to start; with it, 0.2.
const Module = require("node:module");
const { lazyModule, lazyModules } = require("./lazyModule.cjs");

// NODE_OPTIONS also reaches npm and this project's commands, and npm needs its dependency trees.
const isPulumi = /[\\/]@pulumi[\\/]pulumi[\\/]cmd[\\/]/.test(process.argv[1] ?? "");

if (isPulumi) {
  // Pulumi 3.259 does not pass a project's option `typescript: false` on, and loads TypeScript all the same.
  if (process.env.TEST_WITHOUT_TYPESCRIPT) delete process.env.PULUMI_NODEJS_TYPESCRIPT;

  const load = Module._load;

  Module._load = function (request, ...rest) {
    const loadNow = () => load.call(this, request, ...rest);
    // This starts V8's inspector before the program. Code that turns functions into text starts it by itself.
    if (request === "../../runtime/closure/v8Hooks") return { isInitializedAsync: async () => {} };
    return lazyModules.includes(request) ? lazyModule(loadNow) : loadNow();
  };
}
