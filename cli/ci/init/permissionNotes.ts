import type { Pipeline } from "../names";
import { deliveriesScope, permissions } from "./permissions";

const ifProgramLists = `${deliveriesScope} if the program calls getDeliveries`;

/** Which application a job needs, in words for a comment. */
export const permissionNotes: Record<Pipeline, string> = {
  preview: `an application without any permission; with ${ifProgramLists}`,
  apply: `an application with the permissions ${permissions.apply.join(" ")} of those resources that the program has, and ${ifProgramLists}`,
  drift: `an application that can only read: ${permissions.drift.join(" ")}, and ${deliveriesScope} to count the failed deliveries of a disabled stream`,
};
