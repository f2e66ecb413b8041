import { useEffect, useId, useRef } from 'react';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { useViewer } from '../../lib/session.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { Completions } from './Completions.tsx';
import { useCompletion } from './useCompletion.ts';

interface Props {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** The words of a post, on the open page; the cursor waits here. Names and tags complete as they are typed. */
export function PostText({ value, error, onChange }: Props) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const id = useId();
  const field = useRef<HTMLTextAreaElement | null>(null);
  // One goes on where one stopped.
  useEffect(() => field.current?.setSelectionRange(2200, 2200), []);
  const completion = useCompletion(field, value, onChange);
  const { options, word, fieldProps } = completion;
  return (
    <div className="flex gap-3">
      <Avatar src={viewer.profilePicture} size={40} />
      <div className="relative min-w-0 flex-1">
        <TextArea
          aria-label={t('composer.text')}
          placeholder={t('composer.text')}
          aria-required
          aria-invalid={error ? true : undefined}
          aria-describedby={id}
          ref={field}
          autoFocus
          value={value}
          maxLength={2200}
          onChange={(event) => onChange(event.target.value)}
          {...fieldProps}
          className="max-h-72 min-h-16 w-full bg-transparent pt-2 text-17 outline-none"
        />
        {word && options.length > 0 && <Completions completion={completion} before={value.slice(0, word.start)} />}
        <p role="status" className="sr-only">
          {options.length > 0 && t('composer.found', { count: options.length })}
        </p>
        <p id={id} role="alert" className="text-13 text-danger empty:hidden">
          {error}
        </p>
      </div>
    </div>
  );
}
