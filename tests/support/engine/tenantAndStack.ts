import { afterAll, beforeAll } from "@jest/globals";
import { startTenant, type Tenant, type TenantOptions } from "../../../emulator/src";
import type { Setting } from "./newStack";
import { type TestStack, testStack } from "./stack";

/** For a test file: one tenant, and a fresh stack whenever a test asks for one. */
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
    /** The requests of one run: what the server saw, and nothing before it. */
    async during<T>(run: () => Promise<T>): Promise<{ result: T; requests: string[] }> {
      context.tenant.clearRequests();
      const result = await run();
      return { result, requests: context.tenant.apiRequests() };
    },
  };
}
