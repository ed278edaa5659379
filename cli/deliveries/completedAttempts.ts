import type { Props } from "../../provider/shared/json";
import { attemptsOf } from "./failureGroups";

/** The attempts that have a result: an accepted redelivery adds an entry `retrying`, which is none. */
export const completedAttempts = (delivery: Props): Props[] =>
  attemptsOf(delivery).filter(({ status }) => status !== "retrying");
