/** Runs a script: an error is one message and exit code 1, without a stack. */
export async function main(run) {
  try {
    process.exitCode = (await run(...process.argv.slice(2))) ?? 0;
  } catch (error) {
    console.error(`error: ${error.message}`);
    process.exitCode = 1;
  }
}
