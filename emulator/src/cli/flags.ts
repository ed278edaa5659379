import { readFileSync } from "node:fs";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { InvalidInput } from "../invalidInput";

export const text = { type: "string" } as const;
export const flag = { type: "boolean", default: false } as const;

/** As `parseArgs` of Node. Throws InvalidInput. */
export function parseFlags<const Config extends ParseArgsConfig>(
  config: Config,
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    // Only the first sentence: the next ones explain arguments that start with a dash.
    const [message = ""] = (error as Error).message.split(/\.\s/);
    throw new InvalidInput(message);
  }
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
