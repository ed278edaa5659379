/**
 * What @pulumi/pulumi loads in every process, and uses only to turn functions into text: npm's code for
 * dependency trees (450 files), and TypeScript.
 */
const lazyModules = ["@npmcli/arborist", "../../typescript-shim"];

/**
 * A module that is loaded when one of its members is read.
 *
 * @param {() => object} load
 */
const lazyModule = (load) =>
  new Proxy(
    {},
    {
      // Compiled `import * as name` reads this member first, and copies all members if it is not true.
      get: (_target, name) => (name === "__esModule" ? true : Reflect.get(load(), name)),
    },
  );

module.exports = { lazyModule, lazyModules };
