import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { page } from "../../../../../../../cli/shared/driftReport/render/html/page";
import { driftReports, reportFullOf } from "../../../../../../support/drift/driftReports";
import { harmlessText, hostile } from "../../../../../../support/values/hostileText";

const tagsIn = (markup: string) => markup.match(/<[^>]*>?/g) ?? [];

describe("the page", () => {
  test("has the same elements and attributes, whatever the texts of a report hold", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const markup = page(reportFullOf([text]));
        expect(tagsIn(markup)).toEqual(tagsIn(page(reportFullOf([harmlessText(text)]))));
        expect(markup).not.toMatch(/&(?!(amp|lt|gt|quot|#39);)/);
      }),
      { numRuns: 100 },
    );
  });

  test("contains no script and loads nothing", () => {
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

  test("shows failures first, and each of its links has a target", () => {
    const markup = page(driftReports.failed);
    const ids = [...markup.matchAll(/<section id="(\w+)"/g)].map(([, id]) => id);
    expect(ids).toEqual(["failed", "drift", "clean"]);
    expect(page(driftReports.drift)).toContain('<a href="#unmanaged-12">');
    for (const report of Object.values(driftReports)) {
      const text = page(report);
      const all = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      const targets = [...text.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
      expect(new Set(all).size).toBe(all.length);
      expect(all).toEqual(expect.arrayContaining(targets));
    }
  });
});
