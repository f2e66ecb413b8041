const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes a text for HTML, for use in an element or in a quoted attribute. */
export const escapeHtml = (text: unknown): string =>
  String(text).replace(/[&<>"']/g, (sign) => entities[sign] as string);
