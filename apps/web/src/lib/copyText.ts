/** navigator.clipboard exists only on secure origins; elsewhere the text is copied from an invisible field. */
function copyFromField(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'sr-only';
  // The field goes inside an open menu, which would close when the focus leaves it.
  const before = document.activeElement;
  (before?.closest('[role=menu]') ?? document.body).append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return copied;
}

/** False if the browser does not permit copying. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (!navigator.clipboard) return copyFromField(text);
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
