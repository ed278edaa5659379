import { expect, test } from "@jest/globals";
import { closeConnections, exchange } from "../../../../provider/api/http";
import { connectTo } from "../../../support/tenant/connect";

test("requests share a connection until the connections are closed", async () => {
  const ports = new Set<number | undefined>();
  const { settings } = await connectTo((request, response) => {
    ports.add(request.socket.remotePort);
    response.end("{}");
  });
  const get = () => exchange({ method: "GET", url: settings.origin, headers: {} }, 5000);
  await get();
  await get();
  expect(ports.size).toBe(1);
  closeConnections();
  expect(await get()).toMatchObject({ status: 200, body: {} });
  expect(ports.size).toBe(2);
});

test("a POST without a body names no media type", async () => {
  const { settings } = await connectTo((request, response) =>
    response.end(JSON.stringify(request.headers["content-type"] ?? "none")),
  );
  const request = { method: "POST", url: settings.origin, headers: {} };
  expect(await exchange(request, 5000)).toMatchObject({ body: "none" });
});
