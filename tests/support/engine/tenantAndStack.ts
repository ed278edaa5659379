import { afterAll, beforeAll } from "@jest/globals";
import { startTenant, type Tenant, type TenantOptions } from "../../../emulator/src";
import type { Setting } from "./newStack";
import { type TestStack, testStack } from "./stack";

/** Gives a test file one tenant, and a new stack whenever a test needs one. */
export function withTenant(options: TenantOptions = {}) {
  const stacks: TestStack[] = [];
  const context = {} as { tenant: Tenant };
  beforeAll(async () => {
    context.tenant = await startTenant(options);
  });
  afterAll(async () => {
    for (const stack of stacks) stack.remove();
    await context.tenant.close();
  });
  return {
    get tenant() {
      return context.tenant;
    },
    async newStack(
      environment: Record<string, string> = context.tenant.environment,
      config: Record<string, Setting> = {},
    ) {
      const stack = await testStack(environment, config);
      stacks.push(stack);
      return stack;
    },
    /** The requests that the server received in one run. */
    async during<T>(run: () => Promise<T>): Promise<{ result: T; requests: string[] }> {
      context.tenant.clearRequests();
      const result = await run();
      return { result, requests: context.tenant.apiRequests() };
    },
  };
}
