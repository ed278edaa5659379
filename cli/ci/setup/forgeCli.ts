import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { redactor } from "../../../provider/shared/redact";
import { shellWord } from "../../../provider/shared/shellWord";
import { parseJson } from "../../shared/files";
import { logLine } from "../../shared/log";
import { truncate } from "../../shared/text";

/** The command line of GitHub or GitLab, which has the user's login. */
export interface ForgeCli {
  /** The response of a request; nothing in a dry run. */
  // biome-ignore lint/suspicious/noExplicitAny: the responses of two services
  read(...args: string[]): Promise<any>;
  /** The command gets `input` on standard input, because every user of the machine can read arguments. */
  write(input: string, ...args: string[]): Promise<void>;
}

const commands = {
  gh: "GitHub's CLI (https://cli.github.com), and run `gh auth login`",
  glab: "GitLab's CLI (https://gitlab.com/gitlab-org/cli), and run `glab auth login`",
};

/** Characters of what a command printed, in the message of its failure. */
const maxReason = 1000;

/** A dry run prints each command instead of running it. */
export function forgeCli(
  command: keyof typeof commands,
  cwd: string,
  isDryRun: boolean,
  secrets: string[],
): ForgeCli {
  const removeSecrets = redactor(secrets);
  const run = async (args: string[], input = ""): Promise<string> => {
    const line = [command, ...args].map(shown).join(" ");
    if (isDryRun) {
      console.log(line);
      return "";
    }
    // The list of a project's variables can be long.
    const running = promisify(execFile)(command, args, {
      cwd,
      env: process.env,
      maxBuffer: 2 ** 26,
    });
    // A command that fails may not read its input.
    running.child.stdin?.on("error", () => {}).end(input);
    const { stdout } = await running.catch(
      (error: NodeJS.ErrnoException & { stdout?: string; stderr?: string }) => {
        if (error.code === "ENOENT") {
          throw new Error(`the command ${command} is missing. Install ${commands[command]}.`);
        }
        const printed = `${error.stderr}\n${error.stdout}`.trim() || error.message;
        const reason = truncate(removeSecrets(printed), maxReason);
        throw new Error(`\`${line}\` failed: ${logLine(reason)}`);
      },
    );
    return stdout;
  };
  return {
    async read(...args) {
      const text = await run(args);
      return isDryRun
        ? undefined
        : parseJson(text, `\`${command} ${args.join(" ")}\` printed no JSON`);
    },
    async write(input, ...args) {
      await run(args, input);
    },
  };
}

/** Unlike an argument of a user, an option needs no quotes. */
const shown = (word: string) => (/^-[\w-]*$/.test(word) ? word : shellWord(word));
