import Images from 'lucide-react/icons/images';
import { useTranslation } from 'react-i18next';
import { cx } from '../../ui/cx.ts';
import { smallButton } from '../../ui/SmallSelect.tsx';
import type { PostDraft } from './postDraft.ts';

interface Props {
  draft: PostDraft;
  onChange: (draft: PostDraft) => void;
}

/** The button that makes a post an album, to which the people it tags can add pictures. */
export function AlbumChoice({ draft, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      aria-pressed={draft.album === true}
      onClick={() => onChange({ ...draft, album: !draft.album })}
      className={cx(smallButton, draft.album && 'border-accent-text bg-accent-wash text-accent-text')}
    >
      <Images aria-hidden className="size-4.5 shrink-0" />
      {t('album.title')}
    </button>
  );
}
