import { closeSync, existsSync, fstatSync, openSync, readSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { EngineEvent } from "@pulumi/pulumi/automation";
import { withTemporaryFolder } from "./files";
import { type RunOptions, runPulumiByLine } from "./runPulumi";
import { type StopSignals, unlessAborted } from "./stop";

interface EngineRun extends Pick<RunOptions, "env"> {
  /** Gets each event of the engine, while the command runs. */
  onEvent: (event: EngineEvent) => void;
  /** Gets each line that the CLI prints. */
  onLine: (line: string) => void;
  stop: StopSignals;
}

/** Often enough for the progress on a terminal. */
const readIntervalMs = 100;

/**
 * Runs a command of the engine that changes nothing, and returns its exit code. Throws the signal's reason if
 * the engine doesn't end in time after a signal.
 */
export function runWithEvents(
  args: string[],
  folder: string,
  { env, onEvent, onLine, stop }: EngineRun,
): Promise<number> {
  const { requested: signal, engineTimeout } = stop;
  return withTemporaryFolder(async (temporary) => {
    const log = join(temporary, "events.json");
    const running = runPulumiByLine(
      [...args, "--event-log", log, "--color", "never"],
      folder,
      onLine,
      // The CLI has --event-log only with this variable.
      { env: { ...env, PULUMI_DEBUG_COMMANDS: "true" }, signal },
    );
    // An abandoned engine ends at its next output after this process has ended.
    return readWhile(unlessAborted(engineTimeout, running), new EventLog(log, onEvent));
  });
}

async function readWhile(ended: Promise<number>, log: EventLog): Promise<number> {
  try {
    for (;;) {
      const interval = setTimeout(readIntervalMs, undefined, { ref: false });
      const code = await Promise.race([ended, interval]);
      if (code !== undefined) return code;
      log.read();
    }
  } finally {
    log.close();
  }
}

/** The events that a CLI writes to a file, one per line. A CLI that fails early writes no file. */
class EventLog {
  private descriptor: number | undefined;
  /** The start of the first unread line. */
  private position = 0;

  constructor(
    private readonly file: string,
    private readonly onEvent: (event: EngineEvent) => void,
  ) {}

  /** Reads the lines completed since the last time. A CLI that is killed may leave a part of one. */
  read(): void {
    this.descriptor ??= this.open();
    if (this.descriptor === undefined) return;
    const part = Buffer.alloc(fstatSync(this.descriptor).size - this.position);
    const length = readSync(this.descriptor, part, 0, part.length, this.position);
    const end = part.subarray(0, length).lastIndexOf("\n") + 1;
    this.position += end;
    for (const line of part.toString("utf8", 0, end).split("\n").slice(0, -1)) {
      this.onEvent(JSON.parse(line));
    }
  }

  close(): void {
    this.read();
    if (this.descriptor !== undefined) closeSync(this.descriptor);
  }

  /** Undefined as long as there is no file. */
  private open(): number | undefined {
    if (!existsSync(this.file)) return undefined;
    const descriptor = openSync(this.file, "r");
    // Both processes have the file open, and a signal may end this one at any time. Windows keeps an open file.
    void rm(dirname(this.file), { recursive: true }).catch(() => undefined);
    return descriptor;
  }
}
