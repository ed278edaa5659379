/**
 * What @pulumi/pulumi loads in every process, and uses only to turn functions into text (npm's code for
 * dependency trees, and TypeScript), to trace, or in the Automation API.
 */
const lazyModules = [
  ...["@npmcli/arborist", "../../typescript-shim", "normalize-package-data", "./automation"],
  ...["resources", "sdk-trace-base", "sdk-trace-node", "exporter-zipkin"].map(
    (name) => `@opentelemetry/${name}`,
  ),
  ...["@opentelemetry/instrumentation", "@opentelemetry/instrumentation-grpc"],
];

/**
 * A module that is loaded when one of its members is read.
 *
 * @param {() => object} load
 */
const lazyModule = (load) =>
  new Proxy(
    {},
    {
      get(_target, name) {
        // Compiled `import * as name` reads this member first, and copies all members if it is not true.
        if (name === "__esModule") return true;
        const loaded = load();
        return name === "default" && !("default" in loaded) ? loaded : Reflect.get(loaded, name);
      },
    },
  );

module.exports = { lazyModule, lazyModules };
