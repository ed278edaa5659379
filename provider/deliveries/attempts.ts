import { objectsIn, type Props } from "../shared/json";

/** The attempts of a delivery, in the order of Auth0. */
export const attemptsOf = ({ attempts }: Props): Props[] => objectsIn(attempts);

/** The attempts that have a result: an accepted redelivery adds an entry `retrying`, which has none. */
export const completedAttempts = (delivery: Props): Props[] =>
  attemptsOf(delivery).filter(({ status }) => status !== "retrying");

/** Why a delivery failed last. A redelivery that has just begun adds an attempt without a message. */
export const lastMessage = (delivery: Props): string =>
  attemptsOf(delivery).reduce(
    (last, { errorMessage }) => (typeof errorMessage === "string" ? errorMessage : last),
    "",
  );
