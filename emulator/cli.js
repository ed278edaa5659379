#!/usr/bin/env node
require("./bin/cli/main.js");
