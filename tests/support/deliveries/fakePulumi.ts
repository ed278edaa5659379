import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { typeToken } from "../../../provider/stateContract";
import { temporaryFolder } from "../project";

/** A stack as the state has it: the ids of its streams by resource, and its configuration. */
export interface FakeStack {
  streams: Record<string, string>;
  configuration: Record<string, string>;
}

/**
 * A folder for PATH with a `pulumi` that prints the states and the configuration of some stacks. It takes
 * milliseconds, where the CLI takes seconds; tests/engine runs the CLI.
 */
export function fakePulumi(stacks: Record<string, FakeStack>): string {
  const folder = temporaryFolder();
  for (const [name, { streams, configuration }] of Object.entries(stacks)) {
    mkdirSync(join(folder, name));
    const resources = Object.entries(streams).map(([resource, id]) => ({
      urn: `urn:pulumi:${name}::crm::${typeToken("EventStream")}::${resource}`,
      type: typeToken("EventStream"),
      id,
      outputs: {},
      provider: `urn:pulumi:${name}::crm::pulumi:providers:pulumi-nodejs::default::1`,
    }));
    writeFileSync(join(folder, name, "state"), JSON.stringify({ deployment: { resources } }));
    const values = Object.entries(configuration).map(([key, value]) => [key, { value }]);
    writeFileSync(join(folder, name, "config"), JSON.stringify(Object.fromEntries(values)));
  }
  const listed = Object.keys(stacks).map((name) => ({ name, current: false }));
  writeFileSync(join(folder, "stacks"), JSON.stringify(listed));
  const script = `#!/bin/sh
for word; do
  [ "$previous" = --stack ] && stack=$word
  previous=$word
done
case "$1 $2" in
  "version "*) echo v3.300.0 ;;
  "stack ls") cat "${folder}/stacks" ;;
  "stack export") cat "${folder}/$stack/state" ;;
  "config "*) cat "${folder}/$stack/config" ;;
esac
`;
  writeFileSync(join(folder, "pulumi"), script);
  chmodSync(join(folder, "pulumi"), 0o755);
  return folder;
}
