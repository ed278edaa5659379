import { commands } from "../../cli/commands";
import { type Argument, Command } from "../../cli/shared/commandLine";
import { packageName } from "../../provider/shared/command";
import { code, generatedFrom, table } from "./markdown";

/** The cells of a table's row. */
type Row = string[];

export function commandsPage(): string {
  const program = new Command(packageName);
  for (const load of commands.values()) load()(program);
  const all = withSubcommands(program);
  const shared = sharedOptions(all);
  return [
    `${generatedFrom("cli/*/register.ts")}\n# Commands\n`,
    `In your program's folder, run commands such as ${code(`npx --no-install ${packageName} drift`)}. Arguments in angle brackets are required.\n`,
    "## Shared options\n",
    "These options aren't repeated in the commands' own tables:\n",
    `${table(["Option", "Description", "Commands"], shared)}\n`,
    ...all.flatMap((command) => commandSection(command, shared)),
  ].join("\n");
}

/** The options that several commands have with one meaning, each with these commands. */
function sharedOptions(all: Command[]): Row[] {
  const users = new Map<string, string[]>();
  for (const command of all) {
    for (const [term, meaning] of optionRows(command)) {
      const key = JSON.stringify([term, meaning]);
      users.set(key, [...(users.get(key) ?? []), shortName(command)]);
    }
  }
  return [...users]
    .filter(([, names]) => names.length > 1)
    .map(([key, names]) => [...(JSON.parse(key) as Row), names.map(code).join(", ")]);
}

const withSubcommands = ({ commands: own }: Command): Command[] =>
  own.flatMap((command) => [command, ...withSubcommands(command)]);

function commandSection(command: Command, shared: Row[]): string[] {
  const help = command.createHelp();
  const argumentRows = help
    .visibleArguments(command)
    .map((one) => row(argumentTerm(one), help.argumentDescription(one)));
  const ownOptions = optionRows(command).filter(
    ([term, meaning]) => !shared.some((one) => one[0] === term && one[1] === meaning),
  );
  const rows = [...argumentRows, ...ownOptions];
  return [
    `## ${shortName(command)}\n`,
    `${inMarkdown(command.description())}\n`,
    ...(rows.length > 0 ? [`${table(["Argument or option", "Description"], rows)}\n`] : []),
    ...textAfterHelp(command),
  ];
}

/** `deliveries list` */
const shortName = (command: Command) =>
  command
    .createHelp()
    .commandUsage(command)
    .replace(/ [[<].*/, "")
    .replace(`${packageName} `, "");

function optionRows(command: Command): Row[] {
  const help = command.createHelp();
  return help
    .visibleOptions(command)
    .filter(({ long }) => long !== "--help")
    .map((one) => row(help.optionTerm(one), help.optionDescription(one)));
}

function argumentTerm(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

const row = (term: string, description: string): Row => [
  code(term.replaceAll("|", "\\|")),
  inMarkdown(description).replaceAll("|", "\\|"),
];

/** Markdown takes a word in angle brackets for HTML. */
const inMarkdown = (text: string) => text.replace(/<[^>]+>/g, code);

/** The exit codes and examples that `--help` prints below the options. */
function textAfterHelp(command: Command): string[] {
  let printed = "";
  const writeOut = (text: string) => {
    printed += text;
  };
  command.configureOutput({ writeOut }).outputHelp();
  const paragraphs = printed.slice(command.helpInformation().length).trim().split("\n\n");
  return paragraphs.filter(Boolean).map((paragraph) => {
    const [, examples] = /^Examples?:\n([\s\S]*)/.exec(paragraph) ?? [];
    return examples ? shellBlock(examples) : `${inMarkdown(paragraph)}\n`;
  });
}

const shellBlock = (commandLines: string) =>
  `\`\`\`sh\n${commandLines.replace(/^ +/gm, "npx --no-install ")}\n\`\`\`\n`;
