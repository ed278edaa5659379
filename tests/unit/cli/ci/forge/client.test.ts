import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { forgeOf } from "../../../../../cli/ci/forge/forgeOf";
import { type FakeClock, fakeClock } from "../../../../support/clock/fakeClock";
import { token } from "../../../../support/pipelines/forge";
import type { RawResponse } from "../../../../support/pipelines/forgeMemory";
import { type Kind, kinds, withForge } from "../../../../support/pipelines/withForge";

const started = withForge();
const request = { number: 7, head: "b2", isMerged: false };
let clock: FakeClock;
beforeEach(() => {
  clock = fakeClock();
});

const forge = (kind: Kind, env: NodeJS.ProcessEnv = {}) =>
  forgeOf({ ...started.environment(kind), ...env }, clock);

/** The message of an error, which never contains the token and is one line. */
async function errorOf(work: Promise<unknown>): Promise<string> {
  const { message } = await work.then(
    () => ({ message: "no error" }),
    (error: Error) => error,
  );
  expect(message).not.toContain(token);
  expect(message).not.toMatch(/[\n\r]/);
  return message;
}

const errorAfter = (kind: Kind, response: RawResponse) => {
  started.forge.answer = () => response;
  return errorOf(forge(kind).issues("drift"));
};

describe("a request that is rejected", () => {
  test.each<[Kind, number, string]>([
    ["GitHub", 401, "The token is wrong or has expired."],
    ["GitHub", 404, "It doesn't exist, or the token has no access to it."],
    ["GitHub", 403, "The job lacks a permission. Compare its `permissions`"],
    ["GitHub", 410, "Issues are turned off in this repository (Settings, General, Features), or"],
    ["GitHub", 502, "Run this job again later."],
    ["GitLab", 401, "GITLAB_TOKEN is wrong, revoked, or expired."],
    ["GitLab", 404, "It doesn't exist, or GITLAB_TOKEN has no access to it."],
    ["GitLab", 403, "GITLAB_TOKEN needs the scope `api`"],
    ["GitLab", 429, "The rate limit is used up. Run this job again later."],
  ])("by %s with %i is explained", async (kind, status, advice) => {
    started.forge.refuse = () => status;
    const path = { GitHub: "/repos/acme/tenants/issues", GitLab: "/projects/1/issues" }[kind];
    expect(await errorOf(forge(kind).issues("drift"))).toContain(
      `GET ${path} was rejected with ${status}: refused by the test. ${advice}`,
    );
    expect(started.forge.requests).toHaveLength(status === 429 || status > 499 ? 3 : 1);
  });

  test.each([
    ['{"message":"a\\n::error::b\\u202e"}', "rejected with 400: a\\n::error::b\\u202e."],
    ['{"message":{"title":["is too long"]}}', 'rejected with 400: {"title":["is too long"]}.'],
    ['{"error":"insufficient_scope"}', "rejected with 400: insufficient_scope."],
    [`{"message":"${"x".repeat(500)}"}`, `${"x".repeat(200)}… (500 characters).`],
    ["upstream\nfailed", "rejected with 400: upstream\\nfailed."],
    ["", "was rejected with 400."],
  ])("with the body %j is explained on one line", async (text, expected) => {
    expect(await errorAfter("GitHub", { status: 400, text })).toContain(expected);
  });

  test.each([token, Buffer.from(token).toString("base64"), `${"x".repeat(180)}${token}`])(
    "with the token in the body shows none of it: %s",
    async (echo) => {
      for (const text of [JSON.stringify({ message: `got ${echo}` }), `got ${echo}`]) {
        const error = await errorAfter("GitLab", { status: 401, text });
        expect(error).not.toContain(echo.slice(-16));
        expect(error).toMatch(/\[secret\]|repeats a secret/);
      }
    },
  );

  test.each(kinds)(
    "by a redirect of %s names the address's variable, and follows no redirect",
    async (kind) => {
      let requests = 0;
      const other = createServer((_, response) => {
        requests += 1;
        response.end("[]");
      });
      await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
      const { port } = other.address() as AddressInfo;
      const location = `http://localhost:${port}/x?y`;
      const error = await errorAfter(kind, { status: 307, headers: { location } });
      await new Promise((resolve) => other.close(resolve));
      expect(error).toMatch(/was rejected with 307\. Check (GITHUB_API_URL|CI_API_V4_URL)\.$/);
      expect(requests).toBe(0);
    },
  );
});

test("a web page in place of JSON names the address's variable", async () => {
  const error = await errorAfter("GitHub", { text: "<html>Log in</html>" });
  expect(error).toMatch(/ got a response that isn't JSON\. Check that GITHUB_API_URL is /);
});

describe("a variable", () => {
  test.each<[Kind, string, string]>([
    ["GitHub", "GITHUB_TOKEN", "In the step's env, set GITHUB_TOKEN: $"],
    ["GitHub", "GITHUB_API_URL", "Run this command in a GitHub Actions job."],
    ["GitLab", "GITLAB_TOKEN", "Create a project access token"],
    ["GitLab", "CI_PROJECT_ID", "Run this command in a GitLab CI job."],
  ])("of %s that is missing is named: %s", (kind, name, hint) => {
    expect(() => forge(kind, { [name]: "" })).toThrow(`${name} isn't set. ${hint}`);
  });

  test("without either forge's variables is an error that names both forges", () => {
    expect(() => forgeOf({})).toThrow("Neither GITHUB_ACTIONS nor GITLAB_CI is set");
  });
});

describe("a request", () => {
  const secondary = '{"message":"You have exceeded a secondary rate limit."}';
  const untilReset = {
    "x-ratelimit-remaining": "0",
    "x-ratelimit-reset": String(Date.parse("2026-11-20T12:00:30Z") / 1000),
    date: "Fri, 20 Nov 2026 12:00:00 GMT",
  };
  const other = { ...untilReset, "x-ratelimit-remaining": "4999" };
  type Case = [what: string, response: RawResponse | "no response", waitsMs: number[]];
  const failures: Case[] = [
    ["a lost response", "no response", [500, 1000]],
    ["a server error", { status: 502 }, [500, 1000]],
    ["a server error far from a limit's reset", { status: 500, headers: other }, [500, 1000]],
  ];
  const limits: Case[] = [
    ["a limit", { status: 429, headers: { "retry-after": "7" } }, [7000, 7000]],
    ["a limit without a time", { status: 429 }, [60_000, 60_000]],
    ["GitHub's primary limit", { status: 403, headers: untilReset }, [30_000, 30_000]],
    ["GitHub's secondary limit", { status: 403, headers: { "retry-after": "1" } }, [1000, 1000]],
    ["one without a time", { status: 403, text: secondary, headers: other }, [60_000, 60_000]],
  ];

  test.each([...failures, ...limits])(
    "is sent three times after %s",
    async (_, response, waits) => {
      started.forge.answer = () => response;
      const error = await errorOf(forge("GitHub").issues("drift"));
      expect(error).toMatch(/^GET \/repos/);
      expect(error).not.toContain("permission");
      expect(started.forge.requests).toHaveLength(3);
      expect(clock.slept).toEqual(waits);
    },
  );

  test.each(failures)("that creates something is sent once after %s", async (_, response) => {
    started.forge.answer = () => response;
    expect(await errorOf(forge("GitLab").addComment(request, "a"))).toMatch(/^POST \/projects\/1/);
    expect(started.forge.requests).toHaveLength(1);
  });

  test.each(limits)("that creates something is repeated after %s", async (_, response) => {
    const responses = [response];
    started.forge.answer = () => responses.pop();
    await forge("GitLab").addComment(request, "a");
    expect(started.forge.requests).toHaveLength(2);
    expect(started.forge.comments).toHaveLength(1);
  });
});

describe("a list", () => {
  test.each(kinds)("of %s is read in all its pages", async (kind) => {
    for (let count = 0; count < 250; count++) {
      started.forge.openIssue(`Drift ${count}`, "", ["drift"]);
    }
    const issues = await forge(kind).issues("drift");
    expect(issues.map(({ number }) => number)).toEqual(
      Array.from({ length: 250 }, (_, index) => index + 1),
    );
    expect(started.forge.requests.filter((one) => one === "GET /issues")).toHaveLength(3);
  });

  test("requests the next page from this host, even if the link names another one", async () => {
    const link = '<https://elsewhere.example/>; rel="next"';
    const pages = [{ text: "[]" }, { text: "[{}]".replace("{}", issueJson), headers: { link } }];
    started.forge.answer = () => pages.pop();
    expect(await forge("GitHub").issues("drift")).toHaveLength(1);
    expect(started.forge.requests).toEqual(["GET /issues", "GET /issues"]);
  });
});

const issueJson = '{"number":1,"title":"a","user":{"login":"github-actions[bot]"}}';
