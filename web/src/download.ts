// Gives somebody a file that was made here.

export function save(name: string, type: string, content: string | Blob): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content;
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Long enough for the browser to have begun.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
