import { expect, test } from "@jest/globals";
import { commands } from "../../../cli/commands";
import { Command } from "../../../cli/shared/commandLine";
import { stderrLogger } from "../../../cli/shared/log";
import { packageName } from "../../../provider/shared/command";

const withSubcommands = ({ commands: own }: Command): Command[] =>
  own.flatMap((command) => [command, ...withSubcommands(command)]);

/** The CLI's commands without their actions. They print nothing, and do not end the process. */
function declaredCommands(): { program: Command; all: Command[]; printed: () => string } {
  const program = new Command(packageName).enablePositionalOptions();
  for (const load of commands.values()) load()(program);
  const texts: string[] = [];
  const write = (text: string) => void texts.push(text);
  const all = withSubcommands(program);
  for (const command of [program, ...all]) {
    command.exitOverride().configureOutput({ writeOut: write, writeErr: write });
    const runs = command.commands.length === 0 || command.registeredArguments.length > 0;
    if (runs) command.action(() => {});
  }
  return { program, all, printed: () => texts.join("") };
}

/** The CLI's output for arguments that run no command. */
function answer(...args: string[]): string {
  const { program, printed } = declaredCommands();
  expect(() => program.parse(args, { from: "user" })).toThrow();
  return printed();
}

/** The words that call a command, such as `deliveries list`. */
const wordsOf = (command: Command): string[] =>
  command.parent ? [...wordsOf(command.parent), command.name()] : [];

/** The arguments of each example in the help of a command. */
const examplesOf = (words: string[]): string[][] => {
  const [, lines = ""] = /\nExamples:\n +([\s\S]+)\n$/.exec(answer(...words, "--help")) ?? [];
  return lines.split(/\n +/).map((line) => line.replace(/ > .*/, "").split(" ").slice(1));
};

test.each(declaredCommands().all.map((command) => [wordsOf(command)]))(
  "%j has a help with examples, which it accepts",
  (words) => {
    for (const args of examplesOf(words)) {
      expect(args.slice(0, words.length)).toEqual(words);
      declaredCommands().program.parse(args, { from: "user" });
    }
  },
);

test("--debug, which commands that send requests have, shows each request", () => {
  const { program, all } = declaredCommands();
  const debugging = all.filter(({ options }) => options.some(({ long }) => long === "--debug"));
  expect(debugging.map((command) => wordsOf(command).join(" "))).toEqual([
    "drift",
    ...["deliveries list", "deliveries check", "deliveries redeliver"],
    "import",
    ...["ci comment", "ci check-head", "ci issue"],
  ]);
  expect(stderrLogger.request).toBeUndefined();
  program.parse(["import", "--debug"], { from: "user" });
  expect(stderrLogger.request).toBeDefined();
  stderrLogger.request = undefined;
});

test.each([
  ["drift --parallel 0", 1],
  ["drift --parallel 1.5", 1],
  ["deliveries check --max-failed 1e3", 0],
  ["deliveries check --max-failed 1000000000", 0],
])("%s is rejected, because it is not a whole number from %d", (words, minimum) => {
  const message = `Pass a whole number of at least ${minimum}.`;
  expect(answer(...words.split(" "))).toContain(message);
});

test.each([
  "--list --run",
  "--list --from-pulumi=old",
  "--declared --from-pulumi=old",
  "--declared --id est_1",
  "--declared --plugin",
  "--as=crm --id=est_1 --list",
  "--from-terraform=a --from-pulumi=b",
])("import %s is rejected, because the options contradict each other", (words) => {
  expect(answer("import", ...words.split(" "))).toMatch(/option '.*' cannot be used with option '/);
});
