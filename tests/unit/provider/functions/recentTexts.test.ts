import { expect, test } from "@jest/globals";
import { RecentTexts } from "../../../../provider/functions/recentTexts";

test("the last texts are remembered, and at most twice as many", () => {
  const texts = new RecentTexts(3);
  for (let n = 1; n <= 100; n++) {
    texts.add(`${n}`);
    const remembered = Array.from({ length: n }, (_, index) => index + 1).filter((i) =>
      texts.has(`${i}`),
    );
    expect(remembered.slice(-3)).toEqual([n - 2, n - 1, n].filter((i) => i > 0));
    expect(remembered.length).toBeLessThanOrEqual(6);
  }
});
