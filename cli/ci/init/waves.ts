import type { ForgeName } from "./settings";

/** What a template has for the jobs of one wave. In later waves, the jobs' names end with the wave's number. */
export function waveValues(
  forge: ForgeName,
  waves: string[][],
  index: number,
): Record<string, string[]> {
  const stacks = waves[index] ?? [];
  const wave = suffixOf(index);
  const matrix = [
    "parallel:",
    "  matrix:",
    "    - STACK:",
    ...stacks.map((name) => `        - "${name}"`),
  ];
  return {
    wave: [wave],
    stacksOfWave: stacks,
    stacksUpToWave: waves.slice(0, index + 1).flat(),
    matrixOfWave: waves.length === 1 ? [] : matrix,
    ...(index === 0 ? firstWave(forge) : laterWave(forge, wave, suffixOf(index - 1))),
  };
}

const suffixOf = (index: number) => (index === 0 ? "" : `-${index + 1}`);

const firstWave = (forge: ForgeName) => ({
  afterWave: forge === "github" ? [] : ["%inFolder%needs: []"],
  planStage: ["plan"],
  ifPlanned: ["!cancelled()"],
});

function laterWave(forge: ForgeName, wave: string, earlier: string) {
  const isApplied =
    `needs.plan${earlier}.result == 'success' && ` +
    `(needs.apply${earlier}.result == 'success' || needs.changes${earlier}.outputs.stacks == '[]')`;
  const onGithub = [
    `needs: [plan${earlier}, changes${earlier}, apply${earlier}]`,
    "# Runs after the previous wave is applied and checked, or if it has no changes.",
    `if: \${{ !cancelled() && ${isApplied} }}`,
  ];
  return {
    afterWave: forge === "github" ? onGithub : [`needs: [%prefix%apply${earlier}]`],
    // A job can't be in an earlier stage than a job that it needs.
    planStage: ["apply"],
    ifPlanned: [`!cancelled() && needs.plan${wave}.result != 'skipped'`],
  };
}
