import { firstLink } from '@kith/contracts/firstLink';
import { useQuery } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { useTranslation } from 'react-i18next';
import { useDebounced } from '../../lib/useDebounced.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { draftLinkQuery } from './draftLink.ts';
import LinkCard from './LinkCard.tsx';

const typingMs = 600;

interface Props {
  text: string;
  /** The link whose preview the member has taken away. */
  withoutPreview: string | undefined;
  onRemove: (url: string) => void;
  className?: string;
}

/** The preview of the first link in a text that the member writes, once they pause, with a button that takes it away. */
export function DraftLinkCard({ text, withoutPreview, onRemove, className }: Props) {
  const { t } = useTranslation();
  const written = firstLink(text);
  const url = useDebounced(written, typingMs);
  const wanted = url !== null && url === written && url !== withoutPreview;
  const { data: link } = useQuery({ ...draftLinkQuery(url ?? ''), enabled: wanted });
  const shown = wanted && link;
  return (
    <div className={shown ? className : 'contents'}>
      <p role="status" className="sr-only">
        {shown && t('linkPreviews.added', { title: shown.title })}
      </p>
      {shown && (
        <div className="flex animate-fade items-center gap-1">
          <LinkCard link={shown} />
          <IconButton
            label={t('linkPreviews.remove')}
            className="text-soft"
            onClick={({ currentTarget }) => {
              currentTarget.form?.querySelector('textarea')?.focus();
              onRemove(url);
            }}
          >
            <X aria-hidden className="size-5" />
          </IconButton>
        </div>
      )}
    </div>
  );
}
