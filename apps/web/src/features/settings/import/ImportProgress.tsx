import type { ImportState } from '@kith/contracts';
import { useTranslation } from 'react-i18next';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import type { Upload } from './upload.ts';

interface BarProps {
  label: string;
  /** The progress from 0 to 1. */
  fraction: number;
  words: string;
}

function Bar({ label, fraction, words }: BarProps) {
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="text-15">
        {words}
      </p>
      <ProgressBar label={label} percent={Math.floor(fraction * 100)} />
    </div>
  );
}

/** Shows the progress of the upload, and then of the import. */
export function ImportProgress({ upload, state }: { upload: Upload | null; state: ImportState | null | undefined }) {
  const { t } = useTranslation();
  const label = t('import.title');
  if (upload) {
    const percent = Math.floor(upload.fraction * 100);
    const words = t(upload.waiting ? 'import.waitingForConnection' : 'import.uploading', { percent });
    return <Bar label={label} fraction={upload.fraction} words={words} />;
  }
  if (state?.state === 'uploading') {
    const fraction = state.received / Math.max(1, state.size);
    return (
      <Bar label={label} fraction={fraction} words={t('import.interrupted', { percent: Math.floor(fraction * 100) })} />
    );
  }
  if (state?.state === 'waiting') return <Bar label={label} fraction={0} words={t('import.reading')} />;
  if (state?.state === 'running') {
    const { found, left } = state;
    return (
      <Bar
        label={label}
        fraction={(found - left) / Math.max(1, found)}
        words={t('import.running', { done: found - left, count: found })}
      />
    );
  }
  return null;
}
