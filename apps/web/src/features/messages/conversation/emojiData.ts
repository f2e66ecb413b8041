import { isEmoji } from '@kith/contracts/emoji';
import type { EmojiData, EmojiDataResolver } from 'frimousse';

/** Loads the names of all emoji in one language, when the picker is first opened in that language. */
const files = {
  en: () => Promise.all([import('emojibase-data/en/data.json'), import('emojibase-data/en/messages.json')]),
  es: () => Promise.all([import('emojibase-data/es/data.json'), import('emojibase-data/es/messages.json')]),
  pl: () => Promise.all([import('emojibase-data/pl/data.json'), import('emojibase-data/pl/messages.json')]),
};

/** The newest Unicode emoji version of which emoji are offered. The server and nearly all devices support this version. */
const maxVersion = 15;

/** Removes the variation selector that the library appends to some characters that are emoji without one. */
const withoutSelector = (emoji: string): string => (isEmoji(emoji) ? emoji : emoji.replace(/\uFE0F$/, ''));

const tones = ['light', 'medium-light', 'medium', 'medium-dark', 'dark'] as const;

export const emojiIn: EmojiDataResolver = async (locale): Promise<EmojiData> => {
  const language = locale in files ? (locale as keyof typeof files) : 'en';
  const [{ default: all }, { default: words }] = await files[language]();
  const groups = words.groups.filter(({ key }) => key !== 'component');
  const shown = new Set<number>(groups.map(({ order }) => order));
  return {
    locale: language,
    categories: groups.map(({ order, message }) => ({ index: order, label: message })),
    skinTones: Object.fromEntries(words.skinTones.map(({ key, message }) => [key, message])) as EmojiData['skinTones'],
    emojis: all
      .filter(({ group, version }) => group !== undefined && shown.has(group) && version <= maxVersion)
      .map(({ emoji, group, label, version, tags, skins }) => ({
        emoji: withoutSelector(emoji),
        category: group as number,
        label,
        version,
        tags: tags ?? [],
        skins: skins
          ? (Object.fromEntries(
              skins.flatMap((skin) => (typeof skin.tone === 'number' ? [[tones[skin.tone - 1], skin.emoji]] : [])),
            ) as Record<(typeof tones)[number], string>)
          : undefined,
      })),
  };
};
