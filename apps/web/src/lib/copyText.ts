/** Copies the text from an invisible field, for origins that are not secure, where navigator.clipboard does not exist. */
function copyFromField(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'sr-only';
  // In an open menu the field is appended to the menu, because the menu would close if the focus left it.
  const before = document.activeElement;
  (before?.closest('[role=menu]') ?? document.body).append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return copied;
}

/** Copies a text to the clipboard. Returns false if the browser does not permit that. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (!navigator.clipboard) return copyFromField(text);
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
