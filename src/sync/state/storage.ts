/** Local storage that never throws; a value that the browser refuses counts in this page, until another tab changes the stored one. */
const refused = new Map<string, { readonly value: string; readonly over: string | null }>();

export function readItem(key: string): string | null {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(key);
  } catch {
    // Storage refused: nothing is stored.
  }
  const own = refused.get(key);
  return own?.over === stored ? own.value : stored;
}

export function writeItem(key: string, value: string): void {
  refused.delete(key);
  try {
    localStorage.setItem(key, value);
  } catch {
    refused.set(key, { value, over: readItem(key) });
  }
}

export function removeItem(key: string): void {
  refused.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage refused: nothing is stored.
  }
}
