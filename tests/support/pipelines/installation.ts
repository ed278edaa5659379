import { dirname, join } from "node:path";
import { baseEnvironment, pulumiFolder } from "../engine/environment";
import { keyService } from "../engine/keyService";
import { linkPackages } from "../engine/linkedPackages";
import { root, temporaryFolder } from "../project";
import { writeFileIn } from "./files";

/** The tools of a runner's image. */
export interface Installation {
  /** The environment of every step, with a new home folder per call. */
  environment(): NodeJS.ProcessEnv;
  /** The PATH including the Pulumi CLI. */
  pathWithPulumi: string;
}

export async function newInstallation(): Promise<Installation> {
  const folder = temporaryFolder();
  const write = (file: string, text: string) =>
    writeFileIn(folder, file, `#!/bin/sh\n${text}\n`, 0o755);
  const bin = await pulumiFolder();
  const keys = await keyService();

  const modules = linkPackages(folder);
  write("node_modules/.bin/pulumi-auth0-native", `exec node '${join(root, "cli.js")}' "$@"`);
  // npm and npx take more CPU time to start than most commands of a pipeline.
  write("bin/npm", npmCi(modules));
  write("bin/npx", npx);

  const path = [join(folder, "bin"), dirname(process.execPath), "/usr/bin", "/bin"].join(":");
  return {
    environment() {
      const home = temporaryFolder();
      const { PULUMI_CONFIG_PASSPHRASE, PULUMI_BACKEND_URL, ...env } = baseEnvironment(home, bin);
      return {
        ...env,
        ...keys,
        HOME: home,
        PATH: path,
        CI: "true",
        TEST_WITHOUT_TYPESCRIPT: "true",
      };
    },
    pathWithPulumi: `${bin}:${path}`,
  };
}

/** Finds a file in the nearest folder, as in a workspace. */
const npx = `set -e
[ "$1" = --no-install ] && shift
folder=$PWD
until [ -e "$folder/node_modules" ]; do folder=$(dirname "$folder"); done
exec "$folder"/node_modules/.bin/"$@"`;

/** Pulumi's language host also asks npm for its version. */
const npmCi = (modules: string) => `set -e
[ "$*" = "--version" ] && echo 11.0.0 && exit
[ "$*" = "ci --ignore-scripts" ]
[ -f package-lock.json ]
# A private registry needs it.
[ -n "$NODE_AUTH_TOKEN" ]
ln -s '${modules}' node_modules`;
