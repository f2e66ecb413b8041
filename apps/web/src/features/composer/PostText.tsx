import { useId } from 'react';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { useViewer } from '../../lib/session.ts';
import { Avatar } from '../../ui/Avatar.tsx';

/** The reader opened this to write. */
const focus = (field: HTMLTextAreaElement | null): void => field?.focus();

interface Props {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** The words of a post, on the open page; the cursor waits here. */
export function PostText({ value, error, onChange }: Props) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const id = useId();
  return (
    <div className="flex gap-3">
      <Avatar src={viewer.profilePicture} size={40} />
      <div className="min-w-0 flex-1">
        <textarea
          aria-label={t('composer.text')}
          placeholder={t('composer.text')}
          aria-required
          aria-invalid={error ? true : undefined}
          aria-describedby={id}
          ref={focus}
          value={value}
          maxLength={2200}
          onChange={(event) => onChange(event.target.value)}
          className="field-sizing-content max-h-72 min-h-24 w-full resize-none bg-transparent pt-2 text-17 outline-none"
        />
        <p id={id} role="alert" className="text-13 text-danger empty:hidden">
          {error}
        </p>
      </div>
    </div>
  );
}
