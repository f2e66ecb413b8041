/** Only secure origins have a clipboard of the browser's; elsewhere a field that nobody sees is copied from. */
function copyFromField(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'sr-only';
  // Inside of an open menu, which takes a focus outside for the end of itself.
  const before = document.activeElement;
  (before?.closest('[role=menu]') ?? document.body).append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return copied;
}

/** False when the browser does not let the page copy. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (!navigator.clipboard) return copyFromField(text);
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
