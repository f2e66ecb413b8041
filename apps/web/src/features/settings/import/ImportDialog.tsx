import type { Audience } from '@kith/contracts';
import FileArchive from 'lucide-react/icons/file-archive';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePopup } from '../../../lib/popups.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { FormMessage } from '../../../ui/Field.tsx';
import { Select } from '../../../ui/Select.tsx';
import { SkeletonList } from '../../../ui/Skeleton.tsx';
import { ErrorState } from '../../../ui/States.tsx';
import type { SettingsPopupProps } from '../parts.tsx';
import { ImportOutcome } from './ImportOutcome.tsx';
import { ImportProgress } from './ImportProgress.tsx';
import { useImport } from './useImport.ts';

const audiences = ['public', 'friends', 'close', 'private'] as const;

interface ChooseProps {
  label: string;
  /** Whether to ask for the posts' audience. False for a resumed upload, for which the audience was already chosen. */
  asksAudience: boolean;
  onChoose: (file: File, audience: Audience | null) => void;
}

function ChooseArchive({ label, asksAudience, onChoose }: ChooseProps) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [audience, setAudience] = useState<Audience | ''>('');
  return (
    <div className="flex flex-col gap-4">
      {asksAudience && (
        <div className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-2">
          <label htmlFor={id} className="flex-1 text-15 font-medium">
            {t('import.audience')}
          </label>
          <Select id={id} value={audience} onChange={(event) => setAudience(event.target.value as Audience | '')}>
            <option value="">{t('import.asThere')}</option>
            {audiences.map((each) => (
              <option key={each} value={each}>
                {t(`audience.${each}`)}
              </option>
            ))}
          </Select>
        </div>
      )}
      <Button onClick={() => input.current?.click()}>
        <FileArchive aria-hidden className="size-4.5" />
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        aria-hidden
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) onChoose(file, audience || null);
        }}
      />
    </div>
  );
}

/** Imports posts from other networks. Uploads an archive, shows the progress, and lists skipped items with the reasons. */
export function ImportDialog({ covered }: SettingsPopupProps) {
  const { t } = useTranslation();
  const { close } = usePopup();
  const { upload, state, isError, retry, error, start, stop } = useImport();
  const busy = upload !== null || state?.state === 'waiting' || state?.state === 'running';
  const interrupted = !upload && state?.state === 'uploading';
  return (
    <Dialog title={t('import.title')} screen covered={covered} onClose={close}>
      <div className="flex flex-col gap-5 px-5 py-6">
        <p className="text-15 text-pretty text-soft">{t('import.lead')}</p>
        {isError && <ErrorState onRetry={retry} />}
        {state === undefined && !isError && <SkeletonList rows={2} />}
        <ImportProgress upload={upload} state={state} />
        {state !== undefined && !busy && (
          <ChooseArchive
            label={t(interrupted ? 'import.chooseAgain' : 'import.choose')}
            asksAudience={!interrupted}
            onChoose={(file, audience) => void start(file, audience)}
          />
        )}
        {(busy || interrupted) && (
          <Button variant="quiet" onClick={() => void stop()}>
            {t('import.stop')}
          </Button>
        )}
        <FormMessage text={error} />
        {state && !upload && <ImportOutcome state={state} />}
      </div>
    </Dialog>
  );
}
