import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { connect, openTenant } from "../../../support/tenant/connect";
import { kinds } from "../../../support/values/kinds";

afterEach(() => {
  jest.restoreAllMocks();
});

describe.each(kinds)("a $name of another tenant", ({ name, resource, first: inputs }) => {
  const outs = { ...inputs, tenant: "other.auth0.com" };

  test("is rejected by every operation before any request, with advice", async () => {
    const { server, session } = await connect();
    const message = `${name} belongs to the tenant other.auth0.com, but ${session.api.domain} is configured. Nothing was sent.`;
    expect(() => resource.diff(session, "id", outs, inputs)).toThrow(message);
    expect(() => resource.diff(session, "id", outs, inputs)).toThrow(
      /Configure other\.auth0\.com again\.\n.*set auth0:formerDomain to other\.auth0\.com, and run `pulumi up`\.\n.*separate stack/,
    );
    await expect(resource.read(session, "id", outs)).rejects.toThrow(message);
    await expect(resource.update(session, "id", outs, inputs)).rejects.toThrow(message);
    await expect(resource.delete(session, "id", outs)).rejects.toThrow(message);
    expect(server.requests).toEqual([]);
  });

  test("is accepted if the tenant was renamed", async () => {
    const { settings } = await connect();
    const { session } = openTenant({ ...settings, formerDomain: "other.auth0.com" });
    expect(resource.diff(session, "id", outs, inputs).differences).toEqual([]);
    const third = { ...outs, tenant: "third.auth0.com" };
    expect(() => resource.diff(session, "id", third, inputs)).toThrow(
      "belongs to the tenant third.auth0.com",
    );
  });

  test("is accepted if its state names no tenant", async () => {
    const { session } = await connect();
    expect(resource.diff(session, "id", inputs, inputs).differences).toEqual([]);
  });
});

test("a refresh after a tenant's renaming stores the new domain", async () => {
  jest.spyOn(console, "log").mockImplementation(() => undefined);
  for (const { resource, first: inputs } of kinds) {
    const { session, settings } = await connect();
    const { id, outs } = await resource.create(session, inputs);
    const { session: renamed } = openTenant({ ...settings, formerDomain: "old.auth0.com" });
    const live = await resource.read(renamed, id, { ...outs, tenant: "old.auth0.com" });
    expect(live?.outs.tenant).toBe(session.api.domain);
  }
});
