import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { page } from "../../../../../../cli/drift/render/html/page";
import { html } from "../../../../../../cli/drift/render/html/template";
import { driftReports, reportFullOf } from "../../../../../support/drift/driftReports";
import { hostile, plain } from "../../../../../support/values/hostileText";

const tagsIn = (markup: string) => markup.match(/<[^>]*>?/g) ?? [];

describe("the template", () => {
  test("escapes what is put in, in texts and in attributes, but for its own markup", () => {
    const link = html`<a title="${`"'&`}">${"<b>"}</a>`;
    expect(html`<p>${[link, undefined, 7]}</p>`.markup).toBe(
      '<p><a title="&quot;&#39;&amp;">&lt;b&gt;</a>7</p>',
    );
  });

  test("takes nothing for markup that only looks like it", () => {
    const forged = JSON.parse('{"markup":"<script>"}');
    expect(() => html`${forged}`.markup).toThrow();
  });
});

describe("the page", () => {
  test("has the same elements and attributes, whatever the texts of a report hold", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const markup = page(reportFullOf([text]));
        expect(tagsIn(markup)).toEqual(tagsIn(page(reportFullOf([plain(text)]))));
        expect(markup).not.toMatch(/&(?!(amp|lt|gt|quot|#39);)/);
      }),
      { numRuns: 100 },
    );
  });

  test("runs nothing and fetches nothing", () => {
    for (const report of Object.values(driftReports)) {
      const tags = tagsIn(page(report));
      expect(tags).toContain(
        `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
      );
      expect(
        tags.filter((tag) =>
          /^<(script|link|img|iframe|form|base)|\s(src|on\w+|style)=|url\(/i.test(tag),
        ),
      ).toEqual([]);
      expect(tags.filter((tag) => /href="(?!#)/.test(tag))).toEqual([]);
    }
  });

  test("tells what is urgent first, and each link leads somewhere", () => {
    const markup = page(driftReports.failed);
    const ids = [...markup.matchAll(/<section id="(\w+)"/g)].map(([, id]) => id);
    expect(ids).toEqual(["failed", "drift", "clean"]);
    for (const report of Object.values(driftReports)) {
      const text = page(report);
      const all = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      const targets = [...text.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
      expect(new Set(all).size).toBe(all.length);
      expect(all).toEqual(expect.arrayContaining(targets));
    }
  });

  test("depends on the report alone", () => {
    const before = page(driftReports.drift);
    process.env.CANARY = "canary-environment";
    try {
      expect(page(structuredClone(driftReports.drift))).toBe(before);
      expect(before).not.toContain(process.env.CANARY);
    } finally {
      delete process.env.CANARY;
    }
  });
});
