/** navigator.clipboard exists only on secure origins; elsewhere the text is copied from an invisible field. */
function copyFromField(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'sr-only';
  // The field is appended inside an open menu, because the menu would close if the focus left it.
  const before = document.activeElement;
  (before?.closest('[role=menu]') ?? document.body).append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return copied;
}

/** Returns false if the browser does not permit copying. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (!navigator.clipboard) return copyFromField(text);
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
