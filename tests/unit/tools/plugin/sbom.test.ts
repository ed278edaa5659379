import { expect, test } from "@jest/globals";
import { version } from "../../../../package.json";
import { nodeVersion } from "../../../../tools/plugin/nodeBinary";
import { billOfMaterials } from "../../../../tools/plugin/sbom";

const packages = [{ name: "@grpc/grpc-js", version: "1.14.7", license: "Apache-2.0" }];

test("the bill of materials has the bundle's packages and Node, and is reproducible", () => {
  const bill = billOfMaterials(packages);
  expect(JSON.parse(bill)).toMatchObject({
    bomFormat: "CycloneDX",
    // actions/attest rejects a bill without it.
    serialNumber: expect.stringMatching(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
    ),
    metadata: { component: { name: "pulumi-resource-auth0-native", version } },
    components: [
      { purl: "pkg:npm/%40grpc/grpc-js@1.14.7", licenses: [{ expression: "Apache-2.0" }] },
      { name: "node", version: nodeVersion },
    ],
  });
  expect(billOfMaterials(packages)).toBe(bill);
});
