import { isEmoji } from '@kith/contracts/emoji';
import { EmojiPicker, type EmojiPickerListComponents } from 'frimousse';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '../../../i18n/index.ts';
import { useMedia } from '../../../lib/useMedia.ts';
import { cx } from '../../../ui/cx.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { edgeOf, inputStyle } from '../../../ui/Field.tsx';
import { Skeleton, times } from '../../../ui/Skeleton.tsx';
import { emojiIn } from './emojiData.ts';

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
