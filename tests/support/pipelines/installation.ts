import { readFileSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { baseEnvironment, pulumiFolder } from "../engine/environment";
import { root, temporaryFolder } from "../project";
import { writeFileIn } from "./files";

/** A command that ran, or the user's program. */
export interface Started {
  /** Such as `auth0-native ci preview`, or `program`. */
  command: string;
  /** The names of the variables that it could read and that are not empty. */
  variables: string[];
}

/** What a runner's image has installed, with `pulumi` and `auth0-native` recorded. */
export interface Installation {
  /** Of every step. The home is a new one for each call. */
  environment(): NodeJS.ProcessEnv;
  /** The same PATH with the Pulumi CLI. */
  pathWithPulumi: string;
  /** Makes a program record that it ran: to be put at its start. */
  recordProgram: string;
  /** What has started since the last call. */
  started(): Started[];
}

export async function newInstallation(): Promise<Installation> {
  const folder = temporaryFolder();
  const record = join(folder, "started");
  const write = (file: string, text: string) => writeFileIn(folder, file, text, 0o755);
  const bin = await pulumiFolder();

  write("started", "");
  write("pulumi/pulumi", recorded("pulumi", record, `exec '${join(bin, "pulumi")}' "$@"`));
  const { bin: commands } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const cli = join(root, commands["auth0-native"]);
  const modules = join(folder, "node_modules");
  write(
    "node_modules/.bin/auth0-native",
    recorded("auth0-native", record, `exec node '${cli}' "$@"`),
  );
  for (const name of ["@pulumi", "pulumi-auth0-native"]) {
    symlinkSync(join(root, "node_modules", name), join(modules, name));
  }
  // npm and npx take more CPU time to start than most commands of a pipeline.
  write("bin/npm", recorded("npm", record, npmCi(modules)));
  write("bin/npx", '#!/bin/sh\n[ "$1" = --no-install ] && shift && exec node_modules/.bin/"$@"\n');

  const path = [join(folder, "bin"), dirname(process.execPath), "/usr/bin", "/bin"].join(":");
  return {
    environment() {
      const home = temporaryFolder();
      const { PULUMI_CONFIG_PASSPHRASE, PULUMI_BACKEND_URL, ...env } = baseEnvironment(home, bin);
      return { ...env, HOME: home, PATH: path, CI: "true", TEST_WITHOUT_TYPESCRIPT: "true" };
    },
    pathWithPulumi: [join(folder, "pulumi"), bin, path].join(":"),
    recordProgram: `require("node:fs").appendFileSync(${JSON.stringify(record)}, "program\\t" +
  Object.keys(process.env).filter((name) => process.env[name]).join(" ") + "\\n");\n`,
    started() {
      const lines = readFileSync(record, "utf8").split("\n").filter(Boolean);
      write("started", "");
      return lines.map((line) => {
        const [command = "", variables = ""] = line.split("\t");
        return { command, variables: variables.split(" ") };
      });
    },
  };
}

/** A command that first writes down its two first arguments and what it could read. */
const recorded = (name: string, record: string, text: string) => `#!/bin/bash
variables=$(for name in $(compgen -e); do [ -z "\${!name}" ] || echo "$name"; done)
printf '%s\\t%s\\n' "${name} $1 $2" "\${variables//$'\\n'/ }" >> '${record}'
${text}
`;

const npmCi = (modules: string) => `set -e
[ "$*" = "ci --ignore-scripts" ]
[ -f package-lock.json ]
ln -s '${modules}' node_modules
`;

/** The secrets that each command and the program could read, in any of its runs. */
export function secretsSeen(started: Started[]): Record<string, string[]> {
  const seen: Record<string, string[]> = {};
  for (const { command, variables } of started) {
    // Pulumi's current language host asks npm for its version, with the environment of the CLI.
    const name = command
      .replace(/^(?:pulumi|npm --version) .*/, "pulumi")
      .replace(/^(\S+ drift) (?!merge).*/, "$1");
    // Each job of GitLab has its own token, which can only read.
    const secrets = variables.filter((one) => /(?<!JOB_)TOKEN$|SECRET$|PASSPHRASE$/.test(one));
    seen[name] = [...new Set([...(seen[name] ?? []), ...secrets])].sort();
  }
  return seen;
}
