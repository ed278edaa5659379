import { randomBytes } from "node:crypto";
import { parseDomain } from "../../provider/config/domain";
import { settingsFrom } from "../../provider/config/settings";
import { counts, writeReport } from "./report";
import { type Options, Run } from "./run";
import { cleanUp, Service } from "./service";
import { plan, snapshot, test, usableKinds } from "./suite";

// `make acceptance tenant=<domain>` and `make acceptance-clean tenant=<domain>`: docs/contributing/acceptance.md.

async function main([command = "", ...args]: string[]): Promise<number> {
  const options: Options = Object.fromEntries(
    args.map((arg) => arg.split(/=(.*)/s)).filter(([, value]) => value),
  );
  const settings = settingsFrom({ get: () => undefined }, process.env);
  if (!options.tenant || parseDomain(options.tenant).domain !== settings.domain) {
    throw new Error(
      `AUTH0_DOMAIN is ${settings.domain}. To test this tenant, run: make ${command} tenant=${settings.domain}`,
    );
  }
  const service = new Service(settings);
  const before = await snapshot(service);
  if (command === "acceptance-clean") {
    for (const [{ name }, objects] of before) {
      if (objects instanceof Error) console.log(`${name}: not looked for: ${objects.message}`);
    }
    const failures = await cleanUp(service, usableKinds(before));
    console.log([...failures, "No other object of an acceptance test is left."].join("\n"));
    return failures.length > 0 ? 2 : 0;
  }
  const id = randomBytes(4).toString("hex");
  const run = new Run(service, id, options, console.log);
  console.log(plan(run, before).join("\n"));
  if (options.yes !== "1") {
    console.log("Nothing was written. To start, add yes=1");
    return 2;
  }
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.once(signal, () => {
      service.stopped = "the run was interrupted";
      console.log("Interrupted: cleaning up. A second Ctrl+C leaves the rest to acceptance-clean.");
    });
  }
  const leftBehind = await test(run, before);
  const report = "acceptance/report.md";
  writeReport(run, report, leftBehind);
  console.log(`${counts(run.facts)}; written: ${report}`);
  const clean = `Delete what is left by: make acceptance-clean tenant=${settings.domain}`;
  const state =
    leftBehind.length > 0 ? [...leftBehind, clean] : ["The tenant is as it was before."];
  console.log(state.join("\n"));
  if (!run.isComplete) console.log("Not everything was tested: the report says where it ended.");
  if (leftBehind.length > 0 || !run.isComplete) return 2;
  return run.facts.some(({ verdict }) => verdict === "differs") ? 1 : 0;
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: Error) => {
    console.error(error.message);
    process.exit(2);
  },
);
