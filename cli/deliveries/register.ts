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
    .summary("list, check, and redeliver the deliveries of event streams")
    .description(
      "Checks, lists, and redelivers the deliveries of event streams. Without --stack, <stream> is a stream's ID or name in the tenant of AUTH0_DOMAIN. With --stack, <stream> is the stream's ID or its resource's name, and the stack's configuration determines the tenant.",
    )
    .addHelpText("after", examples("deliveries list crm"));
  registerList(deliveries);
  registerCheck(deliveries);
  registerRedeliver(deliveries);
}

function registerList(deliveries: Command): void {
  const command = streamCommand(deliveries, "list")
    .summary("show failed and pending deliveries, and why they failed")
    .description(
      "Lists a stream's failed and pending deliveries, and counts the failures by error and event type. Auth0 doesn't list successful deliveries.",
    )
    .option(
      "--status <list>",
      "only these statuses, such as failed,retrying (default: all)",
      listOf,
    )
    .option("--max <number>", "maximum number of deliveries", positiveInteger, 1000)
    .option("--json", "print only JSON, one object per line")
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
      "Reports which streams are failing. A stream is failing if it has more failed deliveries than --max-failed, or if it's disabled and has any. The check sends two requests for each stream, and one for each 100 failed deliveries.",
    )
    .argument(
      "[streams...]",
      "IDs or names of streams (default: all). If you pass several stacks, each must contain these streams",
    )
    .option(
      "--max-failed <number>",
      "number of failed deliveries that a stream may have",
      wholeNumber,
      0,
    )
    .option(
      "-s, --stack <name>",
      "check the streams in this stack (folder:stack for a different program); can be repeated",
      collect,
    )
    .option(...cwdOption)
    .option(
      "--parallel <number>",
      "number of streams to check at the same time",
      positiveInteger,
      4,
    )
    .option("--markdown <file>", `write a Markdown summary ${reportFile}`)
    .option("--json <file>", `write a JSON report ${reportFile}`);
  withFilters(command)
    .addHelpText("after", checkExamples)
    .action(async (streams: string[], options: CheckOptions) =>
      exitWith(await checkCommand(streams, options, stop)),
    );
}

function registerRedeliver(deliveries: Command): void {
  const command = streamCommand(deliveries, "redeliver")
    .summary("resend failed deliveries")
    .description(
      "Shows which failed deliveries Auth0 would resend, asks you to confirm, and sends one request for each, within the tenant's rate limit. To continue after Ctrl+C, run the same command again.",
    )
    .argument(
      "[ids...]",
      "IDs of deliveries (default: all failed deliveries that match the filters)",
    )
    .option("-y, --yes", "send without asking")
    .option(
      "--at-once",
      "send one request with the filters, and let Auth0 choose the deliveries and their pace",
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
    .argument("<stream>", "the stream's ID or name (with --stack, its resource's name)")
    .option(
      "-s, --stack <name>",
      "the stack that contains the stream (folder:stack for a different program)",
    )
    .option(...cwdOption);

const withFilters = (command: Command): Command =>
  withDebug(command)
    .option(
      "--since <time>",
      "only deliveries first attempted since this date (2026-01-31T00:00:00Z) or age (90s, 30m, 1h, 7d)",
      parseTime,
    )
    .option("--until <time>", "only deliveries first attempted before this time", parseTime)
    .option(
      "--type <list>",
      `only these event types, such as ${eventKinds[0]} (default: all)`,
      parseEventTypes,
    );

const listOf = (text: string): string[] => text.split(",").map((item) => item.trim());

const collect = (text: string, earlier: string[] = []): string[] => [...earlier, text];

const listExamples = examples(
  "deliveries list crm --status failed --since 1d",
  "deliveries list --stack production crm --json > failed.jsonl",
);

const checkExamples = `
Exit codes: 0 no stream is failing; 2 a stream is failing; 1 a stream couldn't be checked completely, or there are no streams
${examples(
  "deliveries check --since 1h --max-failed 10",
  "deliveries check --stack production --stack staging --markdown deliveries.md",
)}`;

const redeliverExamples = `
Exit codes: 0 Auth0 accepted all, or there was nothing to redeliver; 1 failure; 2 you didn't confirm, so nothing was sent
${examples(
  "deliveries redeliver crm --since 1d --type user.created",
  "deliveries redeliver crm evt_0123456789abcdefghijkl",
)}`;
