import type { Forge } from "./forge";
import type { Variables } from "./gitlabRule";
import type { Installation } from "./installation";
import type { Repository } from "./repository";

export interface EnvironmentSettings {
  secrets: Variables;
  variables: Variables;
}

/** Where pipelines run. */
export interface Place {
  repository: Repository;
  forge: Forge;
  installation: Installation;
  /** What the team has set for all jobs. */
  variables: Variables;
  /** What the team has set for an environment; jobs without one get none of it. */
  settingsOf(environment: string): EnvironmentSettings;
  /** Receives all that a job printed. */
  printed(text: string): void;
}
