import { expect, test } from "@jest/globals";
import { html } from "../../../../cli/shared/html";

test("the template escapes inserted texts, in elements and attributes, but not its own markup", () => {
  const link = html`<a title="${`"'&`}">${"<b>"}</a>`;
  expect(html`<p>${[link, undefined, 7]}</p>`.markup).toBe(
    '<p><a title="&quot;&#39;&amp;">&lt;b&gt;</a>7</p>',
  );
});

test("the template refuses an object that only looks like its markup", () => {
  const forged = JSON.parse('{"markup":"<script>"}');
  expect(() => html`${forged}`.markup).toThrow();
});
