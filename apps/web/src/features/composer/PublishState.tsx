import { useTranslation } from 'react-i18next';

/** The uploaded share; afterwards the server processes it. */
function UploadBar({ fraction }: { fraction: number }) {
  const { t } = useTranslation();
  const percent = Math.round(fraction * 100);
  const words = percent < 99 ? t('composer.uploading', { percent }) : t('composer.preparing');
  return (
    <div className="flex flex-col gap-1.5">
      <p role="status" className="text-13 text-soft">
        {words}
      </p>
      <div
        role="progressbar"
        aria-label={t('composer.pictures')}
        aria-valuenow={percent}
        className="h-1.5 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className={
            percent < 99 ? 'h-full rounded-full bg-accent transition-[width]' : 'h-full animate-shimmer bg-accent'
          }
          style={{ width: `${percent}%` }}
        />
      </div>
    </div>
  );
}

interface Props {
  /** For all of them together; null while nothing is sent. */
  fraction: number | null;
  error: string | undefined;
}

/** The progress, or why it failed; always visible above the buttons. */
export function PublishState({ fraction, error }: Props) {
  return (
    <div className="w-full empty:hidden">
      {fraction !== null && !error && <UploadBar fraction={fraction} />}
      {error && (
        <p role="alert" className="rounded-card bg-danger-wash px-4 py-3 text-15 font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
