const most = 20;

/**
 * The user names a caption may mention, in lower case, each once, at most 20. A name may end in a dot or a hyphen, and so
 * may a sentence: then it stands here both with and without.
 */
export function mentionedNames(caption: string): string[] {
  const names = new Set<string>();
  for (const [, word = ''] of caption.matchAll(/(?:^|\s)@([A-Za-z0-9_.-]+)/g)) {
    for (const name of [word, word.replace(/[.-]+$/, '')]) {
      if (name.length >= 3 && name.length <= 20 && names.size < most) names.add(name.toLowerCase());
    }
  }
  return [...names];
}
