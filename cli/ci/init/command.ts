export interface InitOptions {
  /** Where the pipelines run; by default, where the written ones do. */
  forge?: "github" | "gitlab";
  cwd: string;
  /** Separated by commas. */
  stacks?: string;
  branch?: string;
  yes?: boolean;
  check?: boolean;
}

/** Writes the pipelines; returns the exit code. */
export async function init(options: InitOptions): Promise<number> {
  throw new Error("missing");
}
