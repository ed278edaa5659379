"""Runs the program in this folder by Pulumi's Automation API, and prints what each step did."""

import json
import runpy
import sys

from pulumi import automation as auto

stack = auto.create_or_select_stack("test", "test", lambda: runpy.run_path("__main__.py"))
for name, value in json.load(sys.stdin).items():
    stack.set_config(name, auto.ConfigValue(value, secret=True))
up = stack.up()
preview = stack.preview(expect_no_changes=True)
destroy = stack.destroy()
summary = {
    "up": up.summary.resource_changes,
    "preview": preview.change_summary,
    "destroy": destroy.summary.resource_changes,
    "outputs": sorted(up.outputs),
}
print(json.dumps(summary))
