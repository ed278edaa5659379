import { fileURLToPath } from "node:url";
import { afterEach, beforeAll, describe, expect, jest, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import { MockMonitor } from "@pulumi/pulumi/runtime/mocks";
import { EventStream, Provider, RateLimitPolicy } from "../../../sdk";
import { policy } from "../../support/values/rateLimitPolicy";

/** The request with which the SDK registers or reads a resource. */
interface Registration {
  getName(): string;
  getSourceposition(): { getUri(): string; getLine(): number } | undefined;
  getStacktrace(): { getFramesList(): object[] } | undefined;
}

const registrations = new Map<string, Registration>();

beforeAll(async () => {
  await pulumi.runtime.setMocks({
    call: ({ inputs }) => inputs,
    newResource: ({ name, inputs }) => ({ id: name, state: inputs }),
  });
  for (const method of ["registerResource", "readResource"] as const) {
    const real = MockMonitor.prototype[method];
    jest.spyOn(MockMonitor.prototype, method).mockImplementation(function (
      this: MockMonitor,
      request: Registration,
      callback,
    ) {
      registrations.set(request.getName(), request);
      return real.call(this, request, callback);
    });
  }
});

const valid = policy() as unknown as ConstructorParameters<typeof RateLimitPolicy>[1];

/** The `sourcePosition` that the engine gets, as `file:line`; its stack trace is that frame only. */
async function positionOf(resource: pulumi.Resource): Promise<string | undefined> {
  const urn = await new Promise<string>((resolve) => resource.urn.apply(resolve));
  const registration = registrations.get(urn.split("::").at(-1) ?? "");
  const position = registration?.getSourceposition();
  expect(registration?.getStacktrace()?.getFramesList()).toHaveLength(position ? 1 : 0);
  return position && `${fileURLToPath(position.getUri())}:${position.getLine()}`;
}

/** The line of the caller, as `file:line`. */
function here(): string | undefined {
  const [, caller] = `${new Error().stack}`.match(/\(?\/.*:\d+:\d+\)?$/gm) ?? [];
  return caller && /(\/.*):\d+\)?$/.exec(caller)?.[1];
}

let count = 0;
const name = () => `policy-${++count}`;

describe("sourcePosition", () => {
  test("is the line of the program that constructs a resource", async () => {
    const [made, line] = [new RateLimitPolicy(name(), valid), here()];
    expect(line).toMatch(/sourcePosition\.test\.ts:\d+$/);
    expect(await positionOf(made)).toBe(line);
  });

  test("is the line that constructs a Provider", async () => {
    const [made, line] = [new Provider(name(), { domain: "example.auth0.com" }), here()];
    expect(await positionOf(made)).toBe(line);
  });

  test("is the line that calls get, or gives the option id or urn", async () => {
    const id = `est_${"a".repeat(22)}`;
    const [got, line] = [EventStream.get(name(), id), here()];
    expect(await positionOf(got)).toBe(line);
    const [existing, next] = [new RateLimitPolicy(name(), valid, { id: "rlp_1" }), here()];
    expect(await positionOf(existing)).toBe(next);
  });

  test("is the line within a component's constructor", async () => {
    class Component extends pulumi.ComponentResource {
      readonly made: RateLimitPolicy;
      readonly line: string | undefined;
      constructor() {
        super("test:index:Component", name());
        [this.made, this.line] = [new RateLimitPolicy(name(), valid, { parent: this }), here()];
      }
    }
    const { made, line } = new Component();
    expect(await positionOf(made)).toBe(line);
  });

  test("is the line of `super` in a derived class", async () => {
    const lines: unknown[] = [];
    const named = (line: unknown) => `policy-of-line-${lines.push(line)}`;
    class Derived extends RateLimitPolicy {
      constructor() {
        super(named(here()), valid);
      }
    }
    expect(await positionOf(new Derived())).toBe(lines[0]);
  });

  test("is the program's line if a proxy constructs the class", async () => {
    const Proxied = new Proxy(RateLimitPolicy, {});
    const [made, line] = [new Proxied(name(), valid), here()];
    expect(await positionOf(made)).toBe(line);
    const args = [name(), valid];
    const [reflected, next] = [Reflect.construct(RateLimitPolicy, args), here()];
    expect(await positionOf(reflected)).toBe(next);
  });
});

/** Runs a function in a transformation, which the SDK calls while it constructs a resource. */
function whileConstructing<T>(run: () => T): T {
  const results: T[] = [];
  const transformations = [() => void results.push(run())];
  new RateLimitPolicy(name(), valid, { transformations });
  return results[0] as T;
}

describe("an error", () => {
  test.each(["", "a message"])("of the program keeps its whole stack (%j)", (message) => {
    const stack = whileConstructing(() => new Error(message).stack);
    expect(stack).toMatch(/new CustomResource[\s\S]*new RateLimitPolicy[\s\S]*whileConstructing/);
  });

  test("that the SDK throws in a constructor has its whole stack", () => {
    let stack: string | undefined;
    try {
      new RateLimitPolicy("", valid);
    } catch (error) {
      stack = (error as Error).stack;
    }
    expect(stack).toMatch(
      /Missing resource name[\s\S]*new CustomResource[\s\S]*new RateLimitPolicy/,
    );
    expect(stack).toContain(__filename);
  });
});

describe("Error.prepareStackTrace", () => {
  const ofJest = Object.getOwnPropertyDescriptor(Error, "prepareStackTrace");
  const limit = Object.getOwnPropertyDescriptor(Error, "stackTraceLimit");

  const descriptors = () => [
    Object.getOwnPropertyDescriptor(Error, "prepareStackTrace"),
    Object.getOwnPropertyDescriptor(Error, "stackTraceLimit"),
  ];

  afterEach(() => {
    if (ofJest) Object.defineProperty(Error, "prepareStackTrace", ofJest);
    else Reflect.deleteProperty(Error, "prepareStackTrace");
    if (limit) Object.defineProperty(Error, "stackTraceLimit", limit);
  });

  const format = (error: Error, sites: NodeJS.CallSite[]) =>
    [`formatted ${error.message}`, ...sites].join("\n    at ");
  const settings: [string, PropertyDescriptor | undefined][] = [
    ["absent", undefined],
    ["a function", { value: format, writable: true, configurable: true, enumerable: true }],
    ["hidden", { value: format, writable: false, configurable: true, enumerable: false }],
    ["an accessor", { get: () => format, configurable: true, enumerable: false }],
    ["no function", { value: "text", writable: true, configurable: true, enumerable: true }],
  ];

  test.each(settings)("is restored if it was %s", (_, descriptor) => {
    if (descriptor) Object.defineProperty(Error, "prepareStackTrace", descriptor);
    else Reflect.deleteProperty(Error, "prepareStackTrace");
    const before = descriptors();
    new RateLimitPolicy(name(), valid);
    expect(() => new RateLimitPolicy("", valid)).toThrow();
    expect(descriptors()).toEqual(before);
  });

  // Frames as Node prints those of ES modules, and as source maps change them.
  test.each([
    [
      "at file:///my%20project/a+b%23c%2520(d)/index.mjs:6:1",
      "/my project/a+b#c%20(d)/index.mjs:6",
    ],
    ["at async file:///project/index.mjs:8:1", "/project/index.mjs:8"],
    ["at Object.<anonymous> (/project/index.ts:9:5)", "/project/index.ts:9"],
    ["at new Promise (<anonymous>)\n    at main (/project/index.js:7:3)", "/project/index.js:7"],
    // The SDK would read another file's position from this path.
    ["at Object.<anonymous> (/my project (copy)/index.js:6:1)", undefined],
    ["at file://host/index.mjs:6:1", undefined],
  ])("may format the caller's frame as %j", async (frame, expected) => {
    Error.prepareStackTrace = () => `Error\n    ${frame}`;
    const made = new RateLimitPolicy(name(), valid);
    expect(await positionOf(made)).toBe(expected);
  });

  test("of the program formats the errors that the program creates meanwhile", () => {
    Error.prepareStackTrace = format;
    expect(whileConstructing(() => new Error("mine").stack)).toMatch(/^formatted mine\n {4}at /);
  });
});

// This is the last test, because freezing cannot be undone.
test("a frozen Error.prepareStackTrace is kept, and resources are constructed", async () => {
  const format = () => "mine";
  Object.defineProperty(Error, "prepareStackTrace", { value: format, configurable: false });
  const made = new RateLimitPolicy(name(), valid);
  await new Promise((resolve) => made.urn.apply(resolve));
  expect(Error.prepareStackTrace).toBe(format);
});
