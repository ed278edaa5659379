// Loads what Pulumi's processes load, so that codeCache.cjs can write the compiled code.
const { record } = require("./codeCache.cjs");

// The address of an engine: without one, the provider process ends at once.
process.argv[2] = "127.0.0.1:1";

record(() => {
  require("@pulumi/pulumi/cmd/run/instrumentation");
  require("source-map-support/register");
  require("@pulumi/pulumi/cmd/run/tracing");
  require("@pulumi/pulumi/runtime/stack");
  require("@pulumi/pulumi/runtime/closure/serializeClosure");
  require("@pulumi/pulumi/vendor/ts-node@7.0.1");
  require("@pulumi/pulumi");
  require("@pulumi/pulumi/cmd/dynamic-provider");
  require("typescript");
  require("axios");
  require("jose");
});
process.exit();
