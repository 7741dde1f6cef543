// Small things kept on this machine, where the browser allows it.

export function recall(key: string): string | undefined {
  try {
    return localStorage.getItem(`ansatz-${key}`) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Forgets the key if there is nothing to keep. */
export function keep(key: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(`ansatz-${key}`);
    else localStorage.setItem(`ansatz-${key}`, value);
  } catch {
    // Blocked or full: it lasts as long as the page.
  }
}
