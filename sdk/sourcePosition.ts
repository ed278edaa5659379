import { fileURLToPath } from "node:url";

type Prepare = (error: Error, sites: NodeJS.CallSite[]) => unknown;
/** A function or a class. */
export type Callee = NonNullable<Parameters<typeof Error.captureStackTrace>[1]>;

/** The functions of the SDK that make a stack trace only to read its text. */
const sdkTraces = ["callsites", "debuggablePromise"];

/** The SDK skips so many frames: two functions of its own, and the constructors of three classes. */
const skippedFrames = "\n    at pulumi-auth0-native".repeat(5);

/** A call through a proxy or `Reflect.construct` has a frame or two above the program's. */
const maxFrames = 5;

/**
 * Until `restore` is called, each stack trace that the SDK makes holds one frame: the line that
 * called `callees[0]`, or the next of them where that is not running. `sourcePosition` in the state
 * is then the program's line, and not one of this package. It also saves time: the SDK makes a dozen
 * traces for each resource. All other errors keep their stacks.
 */
export function nameCallerOf(callees: Callee[]): { restore(): void } {
  const text = `Error${skippedFrames}${callerOf(callees)}`;
  const { prepareStackTrace: before } = Error;
  const format: Prepare =
    typeof before === "function" ? (error, sites) => before.call(Error, error, sites) : asByDefault;
  const prepare: Prepare = (error, sites) =>
    error.message === "" && sdkTraces.includes(sites[0]?.getFunctionName() ?? "")
      ? text
      : format(error, sites);
  const restore = replace("prepareStackTrace", prepare);
  return {
    restore() {
      // A transformation of the program may have set its own in the meantime.
      if (Error.prepareStackTrace === prepare) restore();
    },
  };
}

const asByDefault: Prepare = (error, sites) =>
  [Error.prototype.toString.call(error), ...sites].join("\n    at ");

function callerOf(callees: Callee[]): string {
  const restore = replace("stackTraceLimit", maxFrames);
  try {
    for (const callee of callees) {
      const trace: { stack?: unknown } = {};
      Error.captureStackTrace(trace, callee);
      // Formatted by whoever formats stacks in this program, so that source maps count.
      const position = firstPosition(String(trace.stack));
      if (position !== undefined) return `\n    at program (${position})`;
    }
    return "";
  } finally {
    restore();
  }
}

/** A frame in a file: not in Node itself, not native, not in an `eval`. */
const frame =
  /^\s*at (?!.*\(eval at )(?:async )?(?:.*? \()?((?:file:\/\/\/|\/|\\\\|[a-z]:[\\/]).*?)((?::\d+){2})\)?$/im;

/** As `/folder/index.ts:3:1`, the form of position that the SDK reads. */
function firstPosition(stack: string): string | undefined {
  const [, file = "", lineAndColumn] = frame.exec(stack) ?? [];
  const path = file.startsWith("file:") ? pathOf(file) : file;
  // The SDK would read such a path from its last bracket on, as another file.
  return path === "" || path.includes(" (") ? undefined : `${path}${lineAndColumn}`;
}

function pathOf(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    return "";
  }
}

/** Sets a property of `Error`, unless the program has frozen it, and gives the way back. */
function replace(key: "prepareStackTrace" | "stackTraceLimit", value: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(Error, key);
  const { configurable = true, enumerable = true } = before ?? {};
  Reflect.defineProperty(Error, key, { value, writable: true, configurable, enumerable });
  return () => {
    if (before) Reflect.defineProperty(Error, key, before);
    else Reflect.deleteProperty(Error, key);
  };
}
