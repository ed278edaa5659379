import { readFileSync } from "node:fs";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { InvalidInput } from "../invalidInput";

export const text = { type: "string" } as const;
export const flag = { type: "boolean", default: false } as const;

/** As `parseArgs` of Node, but the value of an option may be a negative number. Throws InvalidInput. */
export function parseFlags<const Config extends ParseArgsConfig>(
  config: Config & { args: string[] },
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs<Config>({ ...config, args: withJoinedNegatives(config.args) });
  } catch (error) {
    // Only the first sentence: the next ones explain arguments that start with a dash.
    const [message = ""] = (error as Error).message.split(/\.\s/);
    throw new InvalidInput(message);
  }
}

/** `--slow -1` as `--slow=-1`. `parseArgs` refuses the first form, without the reason. */
function withJoinedNegatives(args: string[]): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const option = joined.at(-1) ?? "";
    if (/^-\d/.test(arg) && /^--[^=]+$/.test(option)) joined.splice(-1, 1, `${option}=${arg}`);
    else joined.push(arg);
  }
  return joined;
}

interface Range {
  minimum?: number;
  maximum: number;
}

export function integer(name: string, value: string, { minimum = 0, maximum }: Range): number {
  if (isIntegerWithin(value, { minimum, maximum })) return Number(value);
  throw new InvalidInput(
    `--${name} must be a number from ${minimum} to ${maximum}, not "${value}"`,
  );
}

export const isIntegerWithin = (value: string, { minimum = 0, maximum }: Range): boolean =>
  /^\d+$/.test(value) && Number(value) >= minimum && Number(value) <= maximum;

/** The text of the file that an option names. */
export function fileText(name: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new InvalidInput(`--${name} cannot be read: ${(error as Error).message}`);
  }
}
