/**
 * Makes Pulumi's dynamic-provider process, and no other, wait for a debugger:
 * NODE_OPTIONS="--require <this file>" pulumi up. See docs/contributing/debugging.md.
 */
const inspector = require("node:inspector");

// Node's default port. Set another one to debug two provider processes at once.
const port = Number(process.env.PROVIDER_DEBUG_PORT || 9229);

if (/dynamic-provider/.test(process.argv[1] ?? "")) inspector.open(port, "127.0.0.1", true);
