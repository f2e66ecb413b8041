import { isEmoji } from '@kith/contracts/emoji';
import type { EmojiData, EmojiDataResolver } from 'frimousse';
import { EmojiPicker, type EmojiPickerListComponents } from 'frimousse';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../../i18n/index.ts';
import { isComposing } from '../../../lib/composing.ts';
import { useMedia } from '../../../lib/useMedia.ts';
import { cx } from '../../../ui/cx.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { edgeOf, inputStyle } from '../../../ui/Field.tsx';
import { Skeleton, times } from '../../../ui/Skeleton.tsx';

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

const pickerComponents: Partial<EmojiPickerListComponents> = {
  CategoryHeader: ({ category, ...rest }) => (
    <div {...rest} className="bg-surface px-1 pt-3 pb-1.5 text-13 font-semibold text-soft first-letter:uppercase">
      {category.label}
    </div>
  ),
  // The emoji library counts rows and columns from 0, but ARIA counts from 1.
  Row: (props) => (
    // biome-ignore lint/a11y/useFocusableInteractive: the cells of a grid take the focus, not its rows.
    <div {...props} role="row" aria-rowindex={(props['aria-rowindex'] ?? 0) + 1} className="scroll-my-1" />
  ),
  Emoji: ({ emoji, ...rest }) => (
    <button
      {...rest}
      role="gridcell"
      aria-colindex={(rest['aria-colindex'] ?? 0) + 1}
      type="button"
      aria-label={emoji.label}
      className={cx('grid size-11 place-items-center rounded-card text-28', emoji.isActive && 'bg-sunken')}
    >
      {emoji.emoji}
    </button>
  ),
};

interface Props {
  onChoose: (emoji: string) => void;
  onClose: () => void;
  focusAfter: () => HTMLElement | null;
}

/** The emoji picker, with all emoji by group and a search in the reader's language. */
export default function EmojiDialog({ onChoose, onClose, focusAfter }: Props) {
  const { t } = useTranslation();
  const hasKeys = useMedia('(hover: hover) and (pointer: fine)');
  return (
    <Dialog title={t('messages.chooseEmoji')} onClose={onClose} focusAfter={focusAfter} size="small">
      <EmojiPicker.Root
        locale={currentLanguage()}
        columns={7}
        resolveEmojiData={emojiIn}
        onEmojiSelect={({ emoji }) => isEmoji(emoji) && onChoose(emoji)}
        className="flex h-96 flex-col gap-2 p-4"
      >
        <EmojiPicker.Search
          // On a phone the search field takes no focus, because the keyboard would then cover the emoji.
          autoFocus={hasKeys}
          aria-label={t('messages.searchEmoji')}
          placeholder={t('messages.searchEmoji')}
          // The library listens on the document, and would take the Enter that ends a composition for a choice.
          onKeyDown={(event) => isComposing(event.nativeEvent) && event.stopPropagation()}
          className={cx(inputStyle, 'min-h-11 shrink-0', edgeOf())}
        />
        <EmojiPicker.Viewport className="min-h-0 flex-1 overscroll-contain outline-none">
          <EmojiPicker.Loading className="grid grid-cols-7 gap-2 px-1 pt-9">
            <span className="sr-only">{t('common.loading')}</span>
            {times(35).map((emoji) => (
              <Skeleton key={emoji} className="size-9" />
            ))}
          </EmojiPicker.Loading>
          <EmojiPicker.Empty className="block py-6 text-center text-15 text-soft">
            {t('messages.noEmoji')}
          </EmojiPicker.Empty>
          <EmojiPicker.List components={pickerComponents} />
        </EmojiPicker.Viewport>
      </EmojiPicker.Root>
    </Dialog>
  );
}
