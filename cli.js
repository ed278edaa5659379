#!/usr/bin/env node
require("./bin/cli/index.js");
