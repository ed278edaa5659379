import type { Props } from "../../provider/shared/json";

/** The options that choose deliveries, as the command line has them. */
export interface Filters {
  status?: string[] | undefined;
  type?: string[] | undefined;
  /** ISO times. */
  since?: string | undefined;
  until?: string | undefined;
}

/** The filters as arguments of the library's functions. */
export const filterArguments = ({ status, type, since, until }: Filters): Props => ({
  ...(status && { statuses: status }),
  ...(type && { eventTypes: type }),
  ...(since !== undefined && { dateFrom: since }),
  ...(until !== undefined && { dateTo: until }),
});
