import { eventKinds } from "../../provider/deliveries/arguments";
import {
  type Command,
  cwdOption,
  examples,
  exitWith,
  positiveInteger,
  reportFile,
  wholeNumber,
  withDebug,
} from "../shared/commandLine";
import { stop } from "../shared/signals";
import { type CheckOptions, checkCommand } from "./check/command";
import { parseEventTypes, parseTime } from "./filters";
import { type ListOptions, listCommand } from "./list/command";
import { type RedeliverOptions, redeliverCommand } from "./redeliver/command";

export function registerDeliveries(program: Command): void {
  const deliveries = program
    .command("deliveries")
    .summary("list, check and redeliver the deliveries of event streams")
    .description(
      "Works with the deliveries of event streams. <stream> is a stream's id or name in the tenant of AUTH0_DOMAIN or, with --stack, its resource in that stack, whose configuration then names the tenant.",
    )
    .addHelpText("after", examples("deliveries list crm", "deliveries check --stack production"));
  registerList(deliveries);
  registerCheck(deliveries);
  registerRedeliver(deliveries);
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
    .option("--json", "print one JSON object a line, and nothing else, on standard output")
    .option("--include-event", "print the content of events, which is personal data");
  withFilters(command)
    .addHelpText("after", listExamples)
    .action(async (stream: string, options: ListOptions) =>
      exitWith(await listCommand(stream, options, stop)),
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

const streamCommand = (deliveries: Command, name: string): Command =>
  deliveries
    .command(name)
    .argument("<stream>", "id or name of the stream, or its resource in --stack")
    .option("-s, --stack <name>", "the stack that has the stream; folder:stack for another program")
    .option(...cwdOption);

const withFilters = (command: Command): Command =>
  withDebug(command)
    .option(
      "--since <time>",
      "first attempt since: 90s, 30m, 1h, 7d ago, or 2026-01-31T00:00:00Z",
      parseTime,
    )
    .option("--until <time>", "end, exclusive (default: no end)", parseTime)
    .option(
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
