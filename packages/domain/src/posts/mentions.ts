const most = 20;

/** The user names a caption mentions, in lower case, each once, at most 20. */
export function mentionedNames(caption: string): string[] {
  const names = new Set<string>();
  for (const match of caption.matchAll(/(?:^|\s)@([A-Za-z0-9_.-]{3,20})(?=\s|$)/g)) {
    if (match[1]) names.add(match[1].toLowerCase());
    if (names.size === most) break;
  }
  return [...names];
}
