/** Local storage as the fence uses it; writes can be made to fail. */
export class DeviceStorage {
  readonly items = new Map<string, string>();
  isRefused = false;

  get length(): number {
    return this.items.size;
  }

  readonly key = (place: number): string | null => [...this.items.keys()][place] ?? null;
  readonly getItem = (key: string): string | null => this.items.get(key) ?? null;
  readonly removeItem = (key: string): void => void this.items.delete(key);

  setItem(key: string, value: string): void {
    if (this.isRefused) throw new DOMException("full", "QuotaExceededError");
    this.items.set(key, value);
  }
}
