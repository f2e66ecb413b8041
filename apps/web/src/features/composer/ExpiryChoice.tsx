import Timer from 'lucide-react/icons/timer';
import { useTranslation } from 'react-i18next';
import { EndChoice } from '../../ui/EndChoice.tsx';
import type { PostDraft } from './postDraft.ts';

interface Props {
  draft: PostDraft;
  onChange: (draft: PostDraft) => void;
}

/** A choice of when a post expires. */
export function ExpiryChoice({ draft, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <EndChoice
      icon={Timer}
      label={t('expiry.label')}
      never={t('expiry.never')}
      neverShort={t('expiry.stays')}
      dateLabel={t('expiry.date')}
      value={draft.expiry}
      onChange={(expiry) => onChange({ ...draft, expiry })}
    />
  );
}
