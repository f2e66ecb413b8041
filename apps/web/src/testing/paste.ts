/** Pastes into an element as a browser does: files and, if given, a text beside them. Returns whether the element takes the text. */
export function paste(element: Element, files: File[], text?: string): boolean {
  const clipboardData = new DataTransfer();
  for (const file of files) clipboardData.items.add(file);
  if (text !== undefined) clipboardData.setData('text/plain', text);
  return element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}
