import * as fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { languages } from "../../../tools/languages";
import { sourcesHash } from "../../../tools/languages/hosts";

/** Does what `go list` and `go build` do. The module in `list -m -f` has Pulumi's script. */
const go = (home: string) => `
case "$*" in
  "list -m -f"*) echo ${home}/sdk;;
  list*-m) exit 0;;
  build*) while [ "$1" != -o ]; do shift; done; echo built > "$2"; [ "$2" = /dev/null ] || /bin/chmod 755 "$2";;
esac`;
/** `python3 -m venv <folder>` makes an interpreter in which pip does \`pip\`. */
const python = (pip: string) => `
/bin/mkdir -p "$3/bin"
printf '#!/bin/sh\\n${pip}\\n' > "$3/bin/python3"; /bin/chmod 755 "$3/bin/python3"`;

let home: string;
let bin: string;
let written: string;
const out = { write: (text: string) => (written += text) };
const get = () =>
  languages({ env: { PATH: bin, HOME: home, XDG_CACHE_HOME: path.join(home, ".cache") }, out });
const cache = () => path.join(home, ".cache", "pulumi-auth0-native");
const unfinished = () => fs.readdirSync(cache()).filter((name) => name.startsWith("."));

function fake(name: string, script: string): void {
  fs.writeFileSync(path.join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

beforeEach(() => {
  home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "languages-")));
  bin = path.join(home, "bin");
  written = "";
  fs.mkdirSync(bin);
  fs.mkdirSync(path.join(home, "sdk", "python", "cmd"), { recursive: true });
  const script = path.join(home, "sdk", "python", "cmd", "pulumi-language-python-exec");
  fs.writeFileSync(script, "", { mode: 0o444 });
});
afterEach(() => fs.rmSync(home, { recursive: true, force: true }));

test("the hosts are built and Python's packages are installed once, and then found in the cache", async () => {
  fake("go", go(home));
  fake("python3", python("exit 0"));
  const { hosts, python: environment } = await get();
  expect(fs.readdirSync(hosts)).toEqual([
    "pulumi-language-dotnet",
    "pulumi-language-go",
    "pulumi-language-java",
    "pulumi-language-python",
    "pulumi-language-python-exec",
    "pulumi-language-yaml",
  ]);
  expect(written).toMatch(/^Building the language hosts .*\n.*once.*\nInstalling Python packages/);
  expect(unfinished()).toEqual([]);

  written = "";
  fs.rmSync(bin, { recursive: true });
  expect(await get()).toEqual({ hosts, python: environment });
  expect(written).toBe("");
});

test("without Go, the error says why it is needed and where to get it", async () => {
  await expect(get()).rejects.toThrow(/there is no go on PATH\nInstall Go .*https:\/\/go\.dev\/dl/);
});

test("a failed installation is reported with pip's last lines, and nothing of it is kept", async () => {
  fake("go", go(home));
  fake("python3", python("echo no network; exit 1"));
  await expect(get()).rejects.toThrow(/pip install .* ended with code 1:\n {4}no network\nInstall/);
  expect(fs.readdirSync(cache())).toEqual([expect.stringMatching(/^language-hosts-/)]);
});

test("other Go sources have another hash, other files have not", () => {
  const folder = path.join(home, "sources");
  fs.mkdirSync(folder);
  const write = (name: string, text: string) => fs.writeFileSync(path.join(folder, name), text);
  write("main.go", "package main\n");
  const before = sourcesHash(folder);
  write("index.ts", "");
  expect(sourcesHash(folder)).toBe(before);
  write("go.mod", "module m\n");
  expect(sourcesHash(folder)).not.toBe(before);
});
