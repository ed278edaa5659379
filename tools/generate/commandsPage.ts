import { commands } from "../../cli/commands";
import { type Argument, Command } from "../../cli/shared/commandLine";
import { packageName } from "../../provider/shared/command";
import { code, generatedFrom, table } from "./markdown";

export function commandsPage(): string {
  const program = new Command(packageName);
  for (const load of commands.values()) load()(program);
  return [
    `${generatedFrom("cli/*/register.ts")}\n# Commands\n`,
    `Run each command in your program's folder, such as ${code(`npx --no-install ${packageName} drift`)}. \`--help\` prints a command's part of this page. Arguments in angle brackets are required.\n`,
    ...withSubcommands(program).flatMap(commandSection),
  ].join("\n");
}

const withSubcommands = ({ commands: own }: Command): Command[] =>
  own.flatMap((command) => [command, ...withSubcommands(command)]);

function commandSection(command: Command): string[] {
  const help = command.createHelp();
  const name = help.commandUsage(command).replace(/ [[<].*/, "");
  const argumentRows = help
    .visibleArguments(command)
    .map((one) => row(argumentTerm(one), help.argumentDescription(one)));
  const optionRows = help
    .visibleOptions(command)
    .filter(({ long }) => long !== "--help")
    .map((one) => row(help.optionTerm(one), help.optionDescription(one)));
  const rows = [...argumentRows, ...optionRows];
  return [
    `## ${name.replace(`${packageName} `, "")}\n`,
    `${inMarkdown(command.description())}\n`,
    ...(rows.length > 0 ? [`${table(["argument or option", "meaning"], rows)}\n`] : []),
    ...textAfterHelp(command),
  ];
}

function argumentTerm(argument: Argument): string {
  const name = `${argument.name()}${argument.variadic ? "..." : ""}`;
  return argument.required ? `<${name}>` : `[${name}]`;
}

const row = (term: string, description: string) => [
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
