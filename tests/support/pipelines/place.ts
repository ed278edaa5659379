import type { Forge } from "./forge";
import type { Installation } from "./installation";
import type { Repository } from "./repository";

/** Where pipelines run. */
export interface Place {
  repository: Repository;
  forge: Forge;
  installation: Installation;
  /** What the team has set for all jobs. */
  variables: Record<string, string>;
  /** What the team has set for a job and a stack, or for the jobs of `reports`. */
  secretsOf(environment: string): Record<string, string>;
  /** Receives all that a job printed. */
  printed(text: string): void;
}
