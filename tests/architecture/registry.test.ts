import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { parse } from "yaml";
import manifest from "../../package.json";
import { exampleFiles, examplesFolder } from "../../tools/generate/publishedSchema";
import { readPage } from "../support/guides";
import { root } from "../support/project";

// The rules by which Pulumi's Registry accepts a package (pulumi/registry): scripts/ci/community-package,
// and the command `metadata` of tools/resourcedocsgen. `make check` compares docs/schema.json with its sources.

const schema = JSON.parse(readPage("docs/schema.json"));
const [owner, repository] = new URL(schema.repository).pathname.slice(1).split("/");

describe("the published schema", () => {
  test("names the repository in package.json, which npm's provenance also names", () => {
    expect(manifest.repository).toEqual({ type: "git", url: `git+${schema.repository}.git` });
    expect(schema.repository).toBe(`https://github.com/${owner}/${repository}`);
    expect(schema.homepage).toBe(schema.repository);
  });

  test("passes the Registry's own patterns, and installs the plugin from the release", () => {
    expect(schema.name).toMatch(/^[A-Za-z0-9._@/-]+$/);
    expect(`v${schema.version}`).toMatch(/^[A-Za-z0-9._+-]+$/);
    const url = /^(https|github|gitlab):\/\/[A-Za-z0-9._~:/?#@!$&()*+,;=-]+$/;
    expect(schema.pluginDownloadURL).toMatch(url);
    expect(schema.pluginDownloadURL).toBe(`github://api.github.com/${owner}/${repository}`);
  });

  test("has an example of each resource and function in every language", () => {
    const described = { Provider: schema.provider, ...schema.resources, ...schema.functions };
    const names = Object.keys(described).map((token) => token.slice(token.lastIndexOf(":") + 1));
    expect(readdirSync(examplesFolder).sort()).toEqual(names.sort());
    for (const { description } of Object.values<{ description: string }>(described)) {
      const [, examples = ""] =
        /{{% examples %}}([\s\S]*){{% \/examples %}}$/.exec(description) ?? [];
      const languages = [...examples.matchAll(/^```(\w+)\n\S/gm)].map(([, language]) => language);
      expect(languages).toEqual(Object.keys(exampleFiles));
    }
  });
});

describe.each(["docs/_index.md", "docs/installation-configuration.md"])("%s", (page) => {
  const text = readPage(page);

  test("begins with a title, a description and the layout of packages", () => {
    const [, frontMatter = ""] = /^---\n([\s\S]*?)\n---\n/.exec(text) ?? [];
    const { title, meta_desc: description, layout } = parse(frontMatter);
    expect(title.length).toBeLessThanOrEqual(60);
    expect(description.length).toBeLessThanOrEqual(160);
    expect(layout).toBe("package");
  });

  test("has no relative links or pictures, because they would break there", () => {
    const relative = [
      /<img[^>]+src=["'](\.|\/|[^hH])/,
      /!\[[^\]]*\]\((\.|\/)/,
      /<a[^>]+href="(\.|\/)/,
    ];
    const toMarkdown = /\]\((?!https?:\/\/)[^)]*\.md[)#]/;
    const found = text
      .split("\n")
      .filter((line) => [...relative, toMarkdown].some((one) => one.test(line)));
    expect(found).toEqual([]);
  });

  test("links files of this repository that exist", () => {
    const links = [...text.matchAll(/\]\((https:\/\/github\.com\/[^)#]+)/g)].map(
      ([, link = ""]) => link,
    );
    const own = links.map((link) => link.replace(`${schema.repository}/blob/main/`, ""));
    expect(own.length).toBeGreaterThan(2);
    expect(own.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

test("docs/installation-configuration.md installs the plugin from the release of this version", () => {
  const { name, version, pluginDownloadURL } = schema;
  expect(readPage("docs/installation-configuration.md")).toContain(
    `pulumi plugin install resource ${name} ${version} --server ${pluginDownloadURL}\n`,
  );
});
