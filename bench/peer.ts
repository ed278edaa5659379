/** Measured by hand: the other provider cannot be built on every machine. */
export const peer = {
  product: "pulumi-auth0 3.49.0, the official provider",
  ours: "0.1.0",
  date: "2026-11-22",
  conditions:
    "with Pulumi CLI 3.259.0 and @pulumi/pulumi 3.248.0, on 2 processors, against a stand-in tenant over https, with plain JavaScript programs, a file backend and the default parallelism",
  rows: [
    ["100 objects, 100 ms: `up`", "4.39 s", "100", "4.76 s", "200"],
    ["100 objects, 100 ms: `preview`", "2.37 s", "0", "2.17 s", "0"],
    ["100 objects, 100 ms: `refresh`", "1.33 s", "2", "2.13 s", "100"],
    ["100 objects, 0 ms: `up`", "3.30 s", "100", "2.96 s", "200"],
    ["500 objects, 0 ms: `up`", "20.3 s", "500", "23.1 s", "1000"],
    ["500 objects, 0 ms: `preview`", "6.08 s", "0", "6.23 s", "0"],
    ["500 objects, 0 ms: `refresh`", "1.95 s", "10", "3.00 s", "500"],
    ["60 objects, small plan: `up`", "28.0 to 29.3 s", "60", "57 to 60 s", "329, 209 refused"],
    ["60 objects, small plan: `refresh`", "1.0 to 2.6 s", "4", "27 s", "156, 96 refused"],
    ["60 objects: peak of the provider", "139 MB", "", "70 MB", ""],
    ["500 objects: bytes of state for each", "1,930", "", "2,230", ""],
  ],
};
