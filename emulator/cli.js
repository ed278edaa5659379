#!/usr/bin/env node
require("./bin/cli.js");
