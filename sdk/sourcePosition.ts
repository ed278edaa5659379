import { fileURLToPath } from "node:url";

type PrepareStackTrace = (error: Error, sites: NodeJS.CallSite[]) => unknown;

/** A function or a class. */
export type Callee = NonNullable<Parameters<typeof Error.captureStackTrace>[1]>;

/**
 * The functions of the SDK that create an error only to read its stack (pulumi/pulumi,
 * sdk/nodejs/resource.ts and runtime/debuggable.ts).
 */
const sdkTraces = ["callsites", "debuggablePromise"];

/**
 * The SDK skips five frames, wherever it is called from: two functions and the constructors of three
 * classes (pulumi/pulumi, sdk/nodejs/resource.ts).
 */
const skippedFrames = "\n    at pulumi-auth0-native".repeat(5);

/** A call through a proxy or `Reflect.construct` has a frame or two above the program's. */
const maxFrames = 5;

/**
 * Until `restore` is called, each stack that the SDK reads consists of one frame: the line that
 * called `callees[0]`, or the next callee where that one is not running. `sourcePosition` in the
 * state is then a line of the program, and not one of this package. Every other error keeps its
 * stack. This also saves time: the SDK creates a dozen such errors for each resource.
 */
export function nameCallerOf(callees: Callee[]): { restore(): void } {
  const callerStack = `Error${skippedFrames}${callerFrame(callees)}`;
  const formatOthers = currentFormat();
  const prepare: PrepareStackTrace = (error, sites) =>
    isSdkTrace(error, sites) ? callerStack : formatOthers(error, sites);
  const restore = overrideErrorProperty("prepareStackTrace", prepare);
  return {
    restore() {
      // A transformation of the program may have set its own in the meantime.
      if (Error.prepareStackTrace === prepare) restore();
    },
  };
}

function isSdkTrace(error: Error, sites: NodeJS.CallSite[]): boolean {
  return error.message === "" && sdkTraces.includes(sites[0]?.getFunctionName() ?? "");
}

/** The program may format stacks in its own way, with source maps for example. */
function currentFormat(): PrepareStackTrace {
  const { prepareStackTrace } = Error;
  if (typeof prepareStackTrace !== "function") return formatAsNode;
  return (error, sites) => prepareStackTrace.call(Error, error, sites);
}

const formatAsNode: PrepareStackTrace = (error, sites) =>
  [Error.prototype.toString.call(error), ...sites].join("\n    at ");

/** The frame of the program that called the first callee that is running. */
function callerFrame(callees: Callee[]): string {
  const restore = overrideErrorProperty("stackTraceLimit", maxFrames);
  try {
    for (const callee of callees) {
      const trace: { stack?: unknown } = {};
      Error.captureStackTrace(trace, callee);
      const position = firstPosition(String(trace.stack));
      if (position !== undefined) return `\n    at program (${position})`;
    }
    return "";
  } finally {
    restore();
  }
}

/** A frame in a file: not in Node itself, not native, not in an `eval`. */
const fileFrame =
  /^\s*at (?!.*\(eval at )(?:async )?(?:.*? \()?((?:file:\/\/\/|\/|\\\\|[a-z]:[\\/]).*?)((?::\d+){2})\)?$/im;

/** As `/folder/index.ts:3:1`, the form of position that the SDK reads. */
function firstPosition(stack: string): string | undefined {
  const [, file = "", lineAndColumn] = fileFrame.exec(stack) ?? [];
  const path = file.startsWith("file:") ? pathOfUrl(file) : file;
  // The SDK would read a path with a bracket from there on, as that of another file.
  if (path === "" || path.includes(" (")) return undefined;
  return `${path}${lineAndColumn}`;
}

/** Empty for a URL that is no path on this system. */
function pathOfUrl(url: string): string {
  try {
    return fileURLToPath(url);
  } catch {
    return "";
  }
}

/** Sets a property of `Error`, unless the program has frozen it. Returns what undoes it. */
function overrideErrorProperty(
  key: "prepareStackTrace" | "stackTraceLimit",
  value: unknown,
): () => void {
  const before = Object.getOwnPropertyDescriptor(Error, key);
  const { configurable = true, enumerable = true } = before ?? {};
  Reflect.defineProperty(Error, key, { value, writable: true, configurable, enumerable });
  return () => {
    if (before) Reflect.defineProperty(Error, key, before);
    else Reflect.deleteProperty(Error, key);
  };
}
