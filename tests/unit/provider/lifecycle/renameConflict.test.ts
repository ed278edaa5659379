import { describe, expect, test } from "@jest/globals";
import { engine } from "../../../support/engine/engine";
import { listStreams, messageOf, streams } from "../../../support/faults/lostCreates";
import { connect } from "../../../support/tenant/connect";
import { stream } from "../../../support/values/inputs";

describe("a rename to a name in use", () => {
  async function twoStreams() {
    const connection = await connect();
    const provider = engine(streams, connection.session);
    const crm = await provider.create(stream({ name: "crm" }));
    const erp = await provider.create(stream({ name: "erp" }));
    return { ...connection, provider, crm, erp, renamed: stream({ name: "crm" }) };
  }

  test("names the other stream, and changes nothing", async () => {
    const { server, provider, crm, erp, renamed } = await twoStreams();
    const before = structuredClone([...server.streams.values()]);
    const message = await messageOf(provider.update(erp, renamed));
    expect(message).toContain(
      `; nothing was changed, since EventStream ${crm.id} has the same name: rename or delete that one first, or choose another value [correlation id`,
    );
    expect(message).not.toMatch(/adopt|deleteBeforeReplace/);
    expect([...server.streams.values()]).toEqual(before);
  });

  test("works once the name is free", async () => {
    const { server, provider, crm, erp, renamed } = await twoStreams();
    await messageOf(provider.update(erp, renamed));
    await provider.destroy(crm);
    const state = await provider.update(erp, renamed);
    expect(server.streams.get(erp.id)?.name).toBe("crm");
    expect(await provider.drift(state)).toEqual([]);
  });

  test("names no stream where the list fails", async () => {
    const { server, provider, erp, renamed } = await twoStreams();
    server.addFault({ kind: "status", status: 403, route: listStreams });
    expect(await messageOf(provider.update(erp, renamed))).toContain(
      "; nothing was changed, since another EventStream has the same name: ",
    );
  });
});
