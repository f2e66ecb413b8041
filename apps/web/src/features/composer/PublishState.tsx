import { useTranslation } from 'react-i18next';
import { ProgressBar } from '../../ui/ProgressBar.tsx';

interface Props {
  /** The uploaded share of all pictures together, from 0 to 1. Null while nothing is being sent. */
  fraction?: number | null;
  error: string | undefined;
}

/** Shows the progress of the upload and of the server's work after the upload, or the error, above the dialog's buttons. */
export function PublishState({ fraction = null, error }: Props) {
  const { t } = useTranslation();
  const percent = Math.round((fraction ?? 0) * 100);
  const finishing = percent >= 99;
  return (
    <div className="w-full empty:hidden">
      {fraction !== null && !error && (
        <div className="flex flex-col gap-1.5">
          <p role="status" className="text-13 text-soft">
            {finishing ? t('composer.preparing') : t('composer.uploading', { percent })}
          </p>
          <ProgressBar label={t('composer.pictures')} percent={percent} finishing={finishing} />
        </div>
      )}
      {error && (
        <p role="alert" className="rounded-card bg-danger-wash px-4 py-3 text-15 font-medium text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
