/** Names with a mention, a link, an image, HTML, a reference, or a quick action in Markdown. */
export const hostileNames = [
  "`@acme/team`",
  "``` @team",
  "[link](https://evil.example)",
  "![image](https://evil.example/x.png)",
  "<img src=x onerror=y> <!-- -->",
  "#1 !2 ~label",
  "a`\n/close\n\n@team\n```\n~~~",
  "a\r/close",
  "\u202e\u2028@team",
  "https://evil.example",
  " `",
  " ",
  "x".repeat(500),
];
