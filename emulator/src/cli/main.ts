import { runCommand } from "./runCommand";

for (const stream of [process.stdout, process.stderr]) {
  // `| head` closes the pipe early, but the command still raises or serves the events.
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

async function main(): Promise<void> {
  const state = await runCommand(process.argv.slice(2), console);
  if ("exitCode" in state) {
    process.exitCode = state.exitCode;
    return;
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => state.stop().then(() => process.exit(0)));
  }
}

void main();
