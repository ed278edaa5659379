import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { sdkGenerator } from "../support/engine/generatedSdk";
import { filesIn, removeTemporaryFolders } from "../support/project";

afterAll(removeTemporaryFolders);

const classes = [
  "EventStream",
  "EventStreamArgs",
  "RateLimitPolicy",
  "RateLimitPolicyArgs",
  "GuardianFcmv1Provider",
  "GuardianFcmv1ProviderArgs",
  "Provider",
  "ProviderArgs",
  "BearerAuthorizationArgs",
  "WebhookDestinationArgs",
  "GetDeliveriesResult",
];

test("SDKs for .NET and Java have a class for every resource, its arguments and the function", async () => {
  // The generator for .NET downloads the package's logo.
  const server = createServer((_, response) => response.end("logo"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const generate = await sdkGenerator({ logoUrl: `http://127.0.0.1:${port}/logo.png` });
  const sourcesOf = async (language: "dotnet" | "java") => {
    const folder = await generate(language);
    return filesIn(folder).map((file) => readFileSync(join(folder, file), "utf8"));
  };
  const sdks = { dotnet: await sourcesOf("dotnet"), java: await sourcesOf("java") };
  server.close();
  for (const sources of Object.values(sdks)) {
    const missing = classes.filter(
      (name) => !new RegExp(`class ${name}\\b`).test(sources.join("")),
    );
    expect(missing).toEqual([]);
  }
});
