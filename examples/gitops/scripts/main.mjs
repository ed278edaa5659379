/** Runs a script for a stack: an error is one message and exit code 1, without a stack trace. */
export async function main(run) {
  const [stack, ...more] = process.argv.slice(2);
  try {
    // Titles and hidden markers contain the name, and nothing can be escaped there.
    if (!/^[\w.-]{1,100}$/.test(stack ?? "")) {
      throw new Error(
        `${JSON.stringify(stack)} is no stack's name: give the short one, of letters, digits, "-", "_" and ".".`,
      );
    }
    process.exitCode = (await run(stack, ...more)) ?? 0;
  } catch (error) {
    console.error(`error: ${error.message}`);
    process.exitCode = 1;
  }
}
