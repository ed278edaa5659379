import { execFileSync } from "node:child_process";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { parse } from "yaml";
import { assertBranchName, branchFilter } from "../../../../../cli/ci/init/branch";
import { pipelineFiles } from "../../../../../cli/ci/init/pipelines";
import { settingsOf, withSettings } from "../../../../../cli/ci/init/settings";
import { quote } from "../../../../../cli/ci/init/yaml";
import { assertStackName } from "../../../../../cli/ci/stackName";
import { planOf } from "../../../../support/pipelines/plans";

const accepted = (assert: (name: string) => void, name: string) => {
  try {
    assert(name);
    return true;
  } catch {
    return false;
  }
};

const signs = [..."+!'\"$`{}()|&;<>#%@=,/.-_ü名\u0085\u2028\u202e\ufeff\u{e0001}\u{1f600}"];
const branches = fc
  .oneof(
    fc.array(fc.constantFrom(...signs, "a", "main", `\${{secrets.A}}`, "$CI_JOB_TOKEN", "\\n"), {
      maxLength: 8,
    }),
    fc.array(fc.string({ unit: "binary", maxLength: 3 }), { maxLength: 4 }),
  )
  .map((parts) => parts.join(""))
  .filter((name) => accepted(assertBranchName, name));
const stacks = fc
  .oneof(
    fc.constantFrom("null", "true", "1e3", "0o7", "no", "1_000", ".inf", "2024-01-01", "_"),
    fc.string({ unit: fc.constantFrom(..."aZ019-_."), minLength: 1, maxLength: 12 }),
  )
  .filter((name) => accepted(assertStackName, name));
const plans = fc
  .record({
    stacks: fc.uniqueArray(stacks, { minLength: 1, maxLength: 8 }),
    branch: branches,
    all: fc.boolean(),
  })
  .map(({ stacks: names, ...more }) => planOf(names, more));

/** Each writes and reads four files. */
const runs = { numRuns: 40 };

test("every branch and every stack is read from the written files as it was named", () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const [, apply] = pipelineFiles("github", plan).map(({ text }) => parse(text));
      expect(apply.jobs.apply.strategy.matrix.stack).toEqual(plan.stacks);
      const [pattern] = apply.on.push.branches;
      expect(pattern).not.toMatch(/(?<!\\)(\\\\)*[*+?![]/);
      expect(pattern.replace(/\\(.)/g, "$1")).toBe(plan.branch);

      const gitlab = parse(pipelineFiles("gitlab", plan)[0]?.text ?? "");
      expect(gitlab[".each-stack"].parallel.matrix).toEqual([{ STACK: plan.stacks }]);
      const [, quoted = ""] = / \$CI_COMMIT_BRANCH == (.*)$/su.exec(gitlab.apply.rules[0].if) ?? [];
      expect(quoted.slice(1, -1)).toBe(plan.branch);
      expect(quoted.slice(1, -1)).not.toContain(quoted[0]);
    }),
    runs,
  );
});

test("the settings are read from the written files as they were written, with line ends of any system", () => {
  fc.assert(
    fc.property(plans, fc.constantFrom("github" as const, "gitlab" as const), (plan, forge) => {
      for (const { text } of pipelineFiles(forge, plan)) {
        const file = withSettings(text, plan);
        expect(file).toMatch(/^# Settings: [ -~]*$/m);
        const { stacks: names, branch, all } = plan;
        for (const each of [file, file.replaceAll("\n", "\r\n")]) {
          expect(settingsOf(each)).toMatchObject({ stacks: names, branch, ...(all && { all }) });
        }
      }
    }),
    runs,
  );
});

test("every text is read from YAML as it was quoted", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(parse(quote(text))).toBe(text);
    }),
  );
});

test.each([
  "",
  '{"version":"0.1.0"}',
  '{"version":"0.1.0","stacks":["a;b"],"branch":"main","digest":""}',
  '{"version":"0.1.0","stacks":["a"],"branch":"a b","digest":""}',
  '{"version":"0.1.0\\u001b","stacks":["a"],"branch":"main","digest":""}',
  '{"version":"0.1.0","stacks":"a","branch":"main","digest":""}',
  '{"version":"0.1.0","stacks":[["a"]],"branch":"main","digest":""}',
  '{"version":"0.1.0","stacks":["a"],"branch":["main"],"digest":""}',
  '{"version":1,"stacks":["a"],"branch":"main","digest":""}',
  "[",
])("a file with the settings %j counts as written by people", (line) => {
  expect(settingsOf(`# Settings: ${line}\n`)).toBeUndefined();
});

describe("a branch name", () => {
  const gitAccepts = (name: string) => {
    try {
      execFileSync("git", ["check-ref-format", `refs/heads/${name}`]);
      return !name.startsWith("-") && name !== "@";
    } catch {
      return false;
    }
  };

  test.each([
    ...["main", "release/1.x", "a+b", "a!b'c", "a$b", "a{b}", "ü", "a#b", 'a"b', "a@b", "a.b"],
    ...["", "@", "-a", "a b", "a..b", "a~", "a^", "a:b", "a?", "a*", "a[", "a\\b", "/a", "a/"],
    ...["a//b", ".a", "a/.b", "a.", "a.lock", "a.lock/b", "a@{b", "a\u007f", "a\tb", "a.lock.b"],
  ])("%j is accepted if and only if git accepts it", (name) => {
    expect(accepted(assertBranchName, name)).toBe(gitAccepts(name));
  });

  test("with both kinds of quotation marks is refused, since GitLab cannot name it", () => {
    expect(() => assertBranchName(`a'b"c`)).toThrow(
      /^"a'b\\"c" cannot be the branch of the pipelines/,
    );
  });

  test("is escaped in a filter of GitHub", () => {
    expect(branchFilter("release+1!")).toBe("release\\+1\\!");
  });
});
