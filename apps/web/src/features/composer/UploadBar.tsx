import { useTranslation } from '../../i18n/useTranslation.ts';

/** How much of the picture has gone out; after that the server prepares it. */
export function UploadBar({ fraction }: { fraction: number }) {
  const { t } = useTranslation();
  const percent = Math.round(fraction * 100);
  const words = percent < 100 ? t('composer.uploading', { percent }) : t('composer.preparing');
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
            percent < 100 ? 'h-full rounded-full bg-accent transition-[width]' : 'h-full animate-shimmer bg-accent'
          }
          style={{ width: `${percent}%` }}
        />
      </div>
    </div>
  );
}
