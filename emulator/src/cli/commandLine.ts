import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ParseArgsConfig, parseArgs } from "node:util";
import { selfSigned } from "../http/certificate";
import { InvalidInput } from "../invalidInput";
import { didYouMean } from "./didYouMean";

/** What the commands share. */

/** The command has ended, or it serves until `stop` is called. */
export type CommandState = { exitCode: number } | { stop(): Promise<void> };

/** Where a command prints lines. */
export interface CommandIo {
  /** To the standard output. */
  print(line: string): void;
  /** To the standard error. */
  warn(line: string): void;
}

/** Runs with the arguments that follow the name of the command. Throws InvalidInput for wrong ones. */
export type Command = (args: string[], io: CommandIo) => Promise<CommandState>;

export const done: CommandState = { exitCode: 0 };

export const text = { type: "string" } as const;
export const flag = { type: "boolean", default: false } as const;

/** As `parseArgs` of Node, but throws InvalidInput. */
export function parseFlags<const Config extends ParseArgsConfig>(
  config: Config & { args: string[] },
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs<Config>(config);
  } catch (error) {
    // Only the first sentence: the next ones explain arguments that start with a dash.
    const [message = ""] = (error as Error).message.split(/\.\s/);
    const [, unknown = ""] = /^Unknown option '(-.*)'/.exec(message) ?? [];
    const known = Object.keys(config.options ?? {}).map((name) => `--${name}`);
    throw new InvalidInput(message + didYouMean(unknown, known));
  }
}

interface Range {
  minimum?: number;
  maximum: number;
}

export function integer(name: string, value: string, { minimum = 0, maximum }: Range): number {
  if (/^\d+$/.test(value) && Number(value) >= minimum && Number(value) <= maximum) {
    return Number(value);
  }
  throw new InvalidInput(
    `--${name} must be a number from ${minimum} to ${maximum}, not "${value}"`,
  );
}

/** The text of the file that an option names. */
export function fileText(name: string, path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new InvalidInput(`--${name} cannot be read: ${(error as Error).message}`);
  }
}

/** Undefined if the text is not JSON. */
export function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** The options --tls, --tls-key and --tls-cert of a server. */
export const certificateOptions = { tls: flag, "tls-key": text, "tls-cert": text };

interface CertificateFlags {
  tls: boolean;
  "tls-key"?: string | undefined;
  "tls-cert"?: string | undefined;
}

export interface ServerCertificate {
  key: string;
  cert: string;
}

/** Undefined: the server uses http. */
export function certificateOf(flags: CertificateFlags): ServerCertificate | undefined {
  const { tls, "tls-key": key, "tls-cert": cert } = flags;
  if (key !== undefined && cert !== undefined) {
    return { key: fileText("tls-key", key), cert: fileText("tls-cert", cert) };
  }
  if (key !== undefined || cert !== undefined) {
    throw new InvalidInput("--tls-key and --tls-cert must be given together");
  }
  return tls ? selfSigned() : undefined;
}

/**
 * Writes a certificate that --tls has created to a temporary file, for the programs that must trust
 * it. They trust the user's own certificate already: undefined.
 */
export function createdCertificateFile(
  flags: CertificateFlags,
  certificate: ServerCertificate | undefined,
): { path: string; remove(): void } | undefined {
  if (certificate === undefined || flags["tls-cert"] !== undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "auth0-tenant-emulator-"));
  const path = join(folder, "cert.pem");
  writeFileSync(path, certificate.cert);
  return { path, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
