import type { Fault } from "../../../emulator/src";

/** Kong's response if it has no route to Auth0. */
export const kong404: Omit<Fault, "route"> = {
  kind: "status",
  status: 404,
  body: { message: "no Route matched with those values" },
};

const json = { "content-type": "application/json" };

/** An error in Auth0's own form, with a web framework's message. */
const own = (message: string) => ({ statusCode: 404, error: "Not Found", message });

const bodies: [name: string, response: Pick<Fault, "body" | "headers">][] = [
  ["an empty body", { body: "" }],
  ["an empty body of JSON", { body: "", headers: json }],
  ["Kong's message", { body: kong404.body }],
  ["AWS's message", { body: { message: "Missing Authentication Token" } }],
  ["Azure's message", { body: { statusCode: 404, message: "Resource not found" } }],
  ["Nest's message", { body: own("Cannot GET /api/v2/event-streams") }],
  ["Fastify's message", { body: own("Route GET:/api/v2/event-streams not found") }],
  ["hapi's message", { body: own("Not Found") }],
  ["null", { body: null }],
  ["an empty array", { body: [] }],
  ["an empty object", { body: {} }],
  ["a number", { body: 404 }],
  ["a status in text", { body: { statusCode: "404", message: "Not Found" } }],
  ["plain text", { body: "404 page not found\n" }],
  ["a page", { body: "<html><h1>404</h1></html>", headers: { "content-type": "text/html" } }],
  ["a page said to be JSON", { body: "<html><h1>404</h1></html>", headers: json }],
  ["a page of no type", { body: "<html><h1>404</h1></html>", headers: { "content-type": "" } }],
];

/** Responses of gateways without a route to Auth0, whose own 404 has a statusCode. */
export const gateway404s = bodies.map(([name, response]): [string, Omit<Fault, "route">] => [
  name,
  { kind: "status", status: 404, ...response },
]);
