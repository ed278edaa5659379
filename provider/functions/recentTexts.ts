/**
 * The texts that were added last: at least `count` of them, and at most twice as many. They are in two
 * generations, since a large Set gets slow when its oldest entries are removed one by one.
 */
export class RecentTexts {
  private recent = new Set<string>();
  private older = new Set<string>();

  constructor(private readonly count: number) {}

  has(text: string): boolean {
    return this.recent.has(text) || this.older.has(text);
  }

  add(text: string): void {
    if (this.recent.size >= this.count) {
      this.older = this.recent;
      this.recent = new Set();
    }
    this.recent.add(text);
  }
}
