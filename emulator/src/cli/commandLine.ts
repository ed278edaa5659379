import { readFileSync } from "node:fs";
import { InvalidInput } from "../invalidInput";

/** The exit code of a command that has ended, or `stop` for one that serves. */
export type CommandState = { exitCode: number } | { stop(): Promise<void> };

/** Prints a line to the standard output. */
export type Print = (line: string) => void;

export const done: CommandState = { exitCode: 0 };

export const text = { type: "string" } as const;
export const flag = { type: "boolean", default: false } as const;

interface Range {
  minimum?: number;
  maximum: number;
}

export function integer(name: string, value: string, { minimum = 0, maximum }: Range): number {
  if (/^\d+$/.test(value) && Number(value) >= minimum && Number(value) <= maximum) {
    return Number(value);
  }
  throw new InvalidInput(
    `--${name} must be a number from ${minimum} to ${maximum}, not "${value}".`,
  );
}

export function fileText(name: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new InvalidInput(`--${name}: can't read the file (${(error as Error).message}).`);
  }
}

/** The options of a server that serves https. */
export const certificateOptions = { "tls-key": text, "tls-cert": text };

export interface ServerCertificate {
  key: string;
  cert: string;
}

/** The certificate of an https server, or undefined if the server uses http. */
export function certificateOf({
  "tls-key": key,
  "tls-cert": cert,
}: {
  [option in keyof typeof certificateOptions]?: string | undefined;
}): ServerCertificate | undefined {
  if (key === undefined && cert === undefined) return undefined;
  if (key === undefined || cert === undefined) {
    throw new InvalidInput("Pass both --tls-key and --tls-cert, or neither.");
  }
  return { key: fileText("tls-key", key), cert: fileText("tls-cert", cert) };
}
