/** More stacks than this share jobs in the drift check. */
const stacksPerShard = 20;

/** The number of jobs in which the drift check of the written pipelines divides the stacks. */
export const shardsFor = (stacks: string[]): number => Math.ceil(stacks.length / stacksPerShard);
