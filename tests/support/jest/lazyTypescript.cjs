const { lazyModule } = require("../engine/lazyModule.cjs");

module.exports = lazyModule(() =>
  require("../../../node_modules/@pulumi/pulumi/typescript-shim.js"),
);
