import { eventKinds } from "../../provider/functions/eventKinds";
import {
  type Command,
  cwdOption,
  examples,
  exitWith,
  positiveInteger,
  reportFile,
  wholeNumber,
} from "../shared/commandLine";
import { stop } from "../shared/signals";
import { type CheckOptions, checkCommand } from "./check/command";
import { parseEventType, parseEventTypes, parseTime } from "./filters";
import { type ListOptions, listCommand } from "./list/command";
import { type RedeliverOptions, redeliverCommand } from "./redeliver/command";
import { type ShowOptions, showCommand } from "./show/command";
import { type StatsOptions, statsCommand } from "./stats/command";
import { type TestOptions, testCommand } from "./test/command";

export function registerDeliveries(program: Command): void {
  const deliveries = program
    .command("deliveries")
    .summary("list, check and redeliver the deliveries of event streams")
    .description(
      "Works with the deliveries of event streams. <stream> is a stream's id or name in the tenant of AUTH0_DOMAIN or, with --stack, its resource in that stack, whose configuration then names the tenant.",
    )
    .addHelpText("after", examples("deliveries list crm", "deliveries check --stack production"));
  registerList(deliveries);
  registerShow(deliveries);
  registerCheck(deliveries);
  registerRedeliver(deliveries);
  registerTest(deliveries);
  registerStats(deliveries);
}

function registerList(deliveries: Command): void {
  const command = streamCommand(deliveries, "list")
    .summary("show deliveries that did not succeed, and why")
    .description(
      "Lists the deliveries of a stream that did not succeed, in the order of the service, then the failures by message and kind of event. The service does not list deliveries that succeeded.",
    )
    .option(
      "--status <list>",
      "only these statuses, such as failed,retrying (default: all)",
      listOf,
    )
    .option("--max <number>", "list at most so many", positiveInteger, 1000)
    .option("--from <next>", "continue a listing that --max or a failure ended")
    .option("--json", "print one JSON object a line, and nothing else, on standard output")
    .option("--follow", "then keep listing, and print each new delivery, status and attempt")
    .option("--interval <seconds>", "with --follow: seconds between two lists", positiveInteger, 10)
    .option("--include-event", "print the content of events, which is personal data");
  withFilters(command)
    .addHelpText("after", listExamples)
    .action(async (stream: string, options: ListOptions) =>
      exitWith(await listCommand(stream, options, stop)),
    );
}

function registerShow(deliveries: Command): void {
  streamCommand(deliveries, "show")
    .summary("show one delivery with its attempts")
    .description(
      "Shows a delivery that did not succeed, with all of its attempts. The service keeps no delivery that succeeded.",
    )
    .argument("<id>", "id of the delivery, which is the id of its event")
    .option("--json", "print the delivery as one line of JSON on standard output")
    .option("--include-event", "print the content of the event, which is personal data")
    .addHelpText("after", examples("deliveries show crm evt_0123456789abcdefghijkl"))
    .action(async (stream: string, id: string, options: ShowOptions) =>
      exitWith(await showCommand(stream, id, options, stop)),
    );
}

function registerCheck(deliveries: Command): void {
  const command = deliveries
    .command("check")
    .summary("find streams with failed deliveries, for monitors")
    .description(
      "Counts the failed deliveries of streams. A stream is failing if it has more than --max-failed, or if it is disabled and has any. This takes two requests for each stream and one for each 100 failed deliveries, at the pace of the tenant's rate limit.",
    )
    .argument(
      "[streams...]",
      "ids, names or resources, which each of the stacks must have (default: all streams)",
    )
    .option("--max-failed <number>", "failed deliveries that a stream may have", wholeNumber, 0)
    .option(
      "-s, --stack <name>",
      "check the streams of this stack, or of folder:stack; may be repeated",
      collect,
    )
    .option("--all", "check the streams of every stack of the program's project")
    .option(...cwdOption)
    .option("--parallel <number>", "streams to check at the same time", positiveInteger, 4)
    .option("--markdown <file>", `write a summary for a job or an issue: ${reportFile}`)
    .option("--json <file>", `write a report for programs: ${reportFile}`);
  withFilters(command)
    .addHelpText("after", checkExamples)
    .action(async (streams: string[], options: CheckOptions) =>
      exitWith(await checkCommand(streams, options, stop)),
    );
}

function registerRedeliver(deliveries: Command): void {
  const command = streamCommand(deliveries, "redeliver")
    .summary("send failed deliveries again")
    .description(
      "Shows which failed deliveries would be sent again, asks, and then sends one request for each, at the pace of the tenant's rate limit, so that each is counted and the receiver does not get them all at once. After Ctrl-C, the same command goes on with the rest.",
    )
    .argument("[ids...]", "ids of deliveries (default: all failed ones that match the filters)")
    .option("-y, --yes", "do not ask")
    .option(
      "--at-once",
      "send one request for all that match: the service chooses, and cannot be paced",
    );
  withFilters(command)
    .addHelpText("after", redeliverExamples)
    .action(async (stream: string, ids: string[], options: RedeliverOptions) =>
      exitWith(await redeliverCommand(stream, ids, options, stop)),
    );
}

function registerTest(deliveries: Command): void {
  streamCommand(deliveries, "test")
    .summary("send a test event, and wait for its result")
    .description(
      "Makes the service send a test event to a stream, and waits until it is delivered or has failed.",
    )
    .argument("<event type>", "kind of the event, such as user.created", parseEventType)
    .option("--data <JSON or @file>", "data of the event (default: made up by the service)")
    .option("--timeout <seconds>", "how long to wait; 0 does not wait", wholeNumber, 60)
    .addHelpText("after", testExamples)
    .action(async (stream: string, eventType: string, options: TestOptions) =>
      exitWith(await testCommand(stream, eventType, options, stop)),
    );
}

function registerStats(deliveries: Command): void {
  const command = streamCommand(deliveries, "stats")
    .summary("show how many deliveries succeeded and failed")
    .description(
      "Shows the service's own counts of a stream as a chart, in whole hours and a row for each day. The service counts with a delay of about a minute.",
    )
    .option("--json", "print the counts as JSON");
  withTimes(command)
    .addHelpText("after", examples("deliveries stats --stack production crm --since 2d"))
    .action(async (stream: string, options: StatsOptions) =>
      exitWith(await statsCommand(stream, options, stop)),
    );
}

/** A command for one stream, with the options that say where the stream is. */
const streamCommand = (deliveries: Command, name: string): Command =>
  deliveries
    .command(name)
    .argument("<stream>", "id or name of the stream, or its resource in --stack")
    .option("-s, --stack <name>", "the stack that has the stream; folder:stack for another program")
    .option(...cwdOption);

const withTimes = (command: Command, since = "start"): Command =>
  command
    .option("--since <time>", `${since}: 90s, 30m, 1h, 7d ago, or 2026-01-31T00:00:00Z`, parseTime)
    .option("--until <time>", "end, exclusive (default: no end)", parseTime);

const withFilters = (command: Command): Command =>
  withTimes(command, "first attempt since").option(
    "--type <list>",
    `only these kinds of events, such as ${eventKinds[0]} (default: all)`,
    parseEventTypes,
  );

const listOf = (text: string): string[] => text.split(",").map((item) => item.trim());

const collect = (text: string, earlier: string[] = []): string[] => [...earlier, text];

const listExamples = examples(
  "deliveries list crm --status failed --since 1d",
  "deliveries list --stack production crm --json > failed.jsonl",
);

const checkExamples = `
Exit codes: 0 no stream is failing; 2 a stream is failing; 1 a stream could not be checked, or only in part, or there was none
${examples(
  "deliveries check --since 1h --max-failed 10",
  "deliveries check --stack production --stack staging --markdown deliveries.md",
)}`;

const redeliverExamples = `
Exit codes: 0 all were accepted, or there was nothing to redeliver; 1 failure; 2 not confirmed, so nothing was sent
${examples(
  "deliveries redeliver crm --since 1d --type user.created",
  "deliveries redeliver --stack production crm --yes",
  "deliveries redeliver crm evt_0123456789abcdefghijkl",
)}`;

const testExamples = `
Exit codes: 0 delivered; 2 failed; 1 failure of the command, or not known in time
${examples(
  "deliveries test crm user.created",
  "deliveries test crm user.created --data @user.json",
)}`;
