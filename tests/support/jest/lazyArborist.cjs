const { lazyModule } = require("../engine/lazyModule.cjs");

module.exports = lazyModule(() => require("../../../node_modules/@npmcli/arborist/lib/index.js"));
