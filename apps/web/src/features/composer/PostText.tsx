import { maxLengths } from '@kith/contracts/lengths';

import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../../lib/viewerContext.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { Completions, CompletionsFound } from '../completion/Completions.tsx';
import { useCompletion } from '../completion/useCompletion.ts';

interface Props {
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** The text field of a post, which takes the focus when it appears. It completes names and tags while the member types. */
export function PostText({ value, error, onChange }: Props) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const id = useId();
  const field = useRef<HTMLTextAreaElement | null>(null);
  // Moves the caret to the end, which matters if a draft was restored.
  useEffect(() => field.current?.setSelectionRange(maxLengths.caption, maxLengths.caption), []);
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
          maxLength={maxLengths.caption}
          onChange={(event) => onChange(event.target.value)}
          {...fieldProps}
          className="max-h-72 min-h-28 w-full bg-transparent pt-1 text-21 outline-none"
        />
        {word && options.length > 0 && <Completions completion={completion} before={value.slice(0, word.start)} />}
        <CompletionsFound count={options.length} />
        <p id={id} role="alert" className="text-13 text-danger empty:hidden">
          {error}
        </p>
      </div>
    </div>
  );
}
