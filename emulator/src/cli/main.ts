import { runCommand } from "./runCommand";

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
