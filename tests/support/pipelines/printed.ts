import { jest } from "@jest/globals";

/**
 * Runs a command in this process; resolves to its exit code and what it printed. An error is printed
 * as cli/index.ts does it.
 */
export async function printedBy(command: () => Promise<number>): Promise<string> {
  const lines: unknown[] = [];
  const spies = (["log", "error"] as const).map((method) =>
    jest.spyOn(console, method).mockImplementation((line: unknown) => {
      lines.push(line);
    }),
  );
  try {
    const code = await command().catch((error: Error) => {
      lines.push(`error: ${error.message}`);
      return 1;
    });
    return [`exit code ${code}`, ...lines].join("\n");
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

/** Records this process's output until the mocks are restored. */
export function captureOutput() {
  const captured = { stdout: "", stderr: "" };
  for (const stream of ["stdout", "stderr"] as const) {
    const write = (text: unknown, ...rest: unknown[]) => {
      captured[stream] += text;
      for (const done of rest) if (typeof done === "function") done();
      return true;
    };
    jest.spyOn(process[stream], "write").mockImplementation(write as never);
  }
  jest.spyOn(console, "error").mockImplementation((line) => {
    captured.stderr += `${line}\n`;
  });
  return captured;
}
