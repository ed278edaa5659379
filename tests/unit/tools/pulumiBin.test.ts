import * as fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { create } from "tar";
import { pulumiBin } from "../../../tools/pulumiBin";
import { OLDEST_GO, OLDEST_PULUMI, PULUMI } from "../../../tools/pulumiBin/versions";

const COMPANIONS = ["pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"];
/** Acts like `go build`, and records its arguments. */
const GO = `
printf '%s|' "$@" >> "$0.calls"; echo "$PWD" >> "$0.calls"
case "$*" in
  list*-m) exit 0;;
  build*) while [ "$1" != -o ]; do shift; done; echo built > "$2"; /bin/chmod 755 "$2";;
esac`;

let home: string;
let bin: string;
let written: string;
const out = { write: (text: string) => (written += text) };
const target = () => path.join(home, "cache", "pulumi");
const unfinished = () => fs.readdirSync(path.dirname(target())).filter((name) => name !== "pulumi");
const getPulumi = () => pulumiBin({ env: { PATH: bin }, target: target(), out });

const fetched = jest.spyOn(globalThis, "fetch");

/** Downloads an archive of these executables. */
async function fakeDownload(): Promise<void> {
  const file = path.join(home, "release.tar.gz");
  fakeAll(path.join(home, "pulumi"), PULUMI);
  await create({ file, gzip: true, cwd: home }, ["pulumi"]);
  fetched.mockResolvedValue(new Response(fs.readFileSync(file)));
}

function fake(folder: string, name: string, script = "exit 0"): string {
  fs.mkdirSync(folder, { recursive: true });
  const file = path.join(folder, name);
  fs.writeFileSync(file, `#!/bin/sh\n${script}\n`);
  fs.chmodSync(file, 0o755);
  return file;
}

function fakeAll(folder: string, version: string): void {
  fake(folder, "pulumi", `echo ${version}`);
  for (const name of COMPANIONS) fake(folder, name);
}

beforeEach(() => {
  home = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "pulumi-bin-")));
  bin = path.join(home, "bin");
  written = "";
  fetched.mockRejectedValue(new Error("no network"));
});
afterEach(() => fs.rmSync(home, { recursive: true, force: true }));

test("a pulumi on PATH that is new enough is used from the folder of its symlink's target", async () => {
  fakeAll(path.join(home, "opt"), `v${OLDEST_PULUMI}`);
  fs.mkdirSync(bin);
  fs.symlinkSync(path.join(home, "opt", "pulumi"), path.join(bin, "pulumi"));
  expect(await getPulumi()).toBe(path.join(home, "opt"));
  expect(written).toBe("");
});

test("a pulumi on PATH that is too old is reported, and the cache is used", async () => {
  fakeAll(bin, "v1.2.3");
  fakeAll(target(), PULUMI);
  expect(await getPulumi()).toBe(target());
  expect(written).toMatch(/bin\/pulumi version` printed v1\.2\.3, but the version must be \S+ or/);
});

test("a pulumi on PATH without its companions is not used", async () => {
  fake(bin, "pulumi", `echo ${PULUMI}`);
  fakeAll(target(), PULUMI);
  expect(await getPulumi()).toBe(target());
  expect(written).toContain("has no pulumi-language-nodejs or pulumi-resource-pulumi-nodejs");
});

test("a download replaces a cache folder in which a file is missing", async () => {
  await fakeDownload();
  fakeAll(target(), PULUMI);
  fs.rmSync(path.join(target(), "pulumi"));
  expect(await getPulumi()).toBe(target());
  expect(fs.readFileSync(path.join(target(), "pulumi"), "utf8")).toContain(PULUMI);
  expect(unfinished()).toEqual([]);
});

test("Go builds the CLI when the download fails", async () => {
  const go = fake(bin, "go", GO);
  expect(await getPulumi()).toBe(target());
  expect(fs.readdirSync(target())).toEqual(["pulumi", ...COMPANIONS]);
  expect(written).toContain("The download failed: no network\n");
  expect(written).toMatch(/3 to 5 minutes on two cores/);
  const builds = fs.readFileSync(`${go}.calls`, "utf8").match(/^build.*/gm) ?? [];
  expect(builds).toHaveLength(2);
  expect(builds[0]).toMatch(/\|-mod=readonly\|-tags=osusergo,grpcnotrace\|-buildvcs=false\|-trim/);
  expect(builds[0]).toContain(`version.Version=v${PULUMI}|`);
});

test("a failed build reports Go's errors and leaves no files", async () => {
  fake(bin, "go", `[ "$4" = -m ] || { echo "x.go:1:2: undefined: y" >&2; exit 1; }`);
  await expect(getPulumi()).rejects.toThrow("go build of pulumi ended with exit code 1: x.go:1:2:");
  expect(fs.readdirSync(path.dirname(target()))).toEqual([]);
});

test("an error without pulumi, network and a suitable Go lists what to install", async () => {
  fake(bin, "go", 'echo "go: go.mod requires go >= 9" >&2; exit 1');
  const result = getPulumi();
  await expect(result).rejects.toThrow(/on PATH: pulumi isn't on PATH\n/);
  await expect(result).rejects.toThrow(`needs Go ${OLDEST_GO} (go: go.mod requires`);
  await expect(result).rejects.toThrow(
    /pulumi\.com\/docs\/install\/\n.*\n.*https:\/\/go\.dev\/dl\//,
  );
});
