import { ApiError } from "../api/apiError";
import type { ManagementApi, SendOptions } from "../api/managementApi";
import type { Operation } from "../api/operation";
import { npxCommand } from "../shared/command";
import type { Json } from "../shared/json";

/**
 * Sends a request that makes a receiver get an event. The error of a lost response says what to look at
 * before the user sends it again.
 */
export async function sendOnce(
  api: ManagementApi,
  operation: Operation,
  options: SendOptions,
): Promise<Json | undefined> {
  try {
    return await api.send(operation, options);
  } catch (error) {
    throw error instanceof ApiError && error.mayHaveRun ? error.add(mayHaveRun) : error;
  }
}

const mayHaveRun = `Auth0 may have accepted the request. Run \`${npxCommand} deliveries list\` before you send it again.`;
