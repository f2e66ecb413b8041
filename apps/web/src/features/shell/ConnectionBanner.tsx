import { useTranslation } from '../../i18n/useTranslation.ts';
import { useOnline } from '../../lib/useOnline.ts';

/** The live region is always there, so that a lost connection is announced too. */
export function ConnectionBanner() {
  const { t } = useTranslation();
  const online = useOnline();
  return (
    <div role="status" className="sticky top-13 z-25 rail:top-0">
      {!online && (
        <p className="bg-inverse px-4 py-2 text-center text-13 font-medium text-inverse-ink">
          {navigator.onLine ? t('common.unreachable') : t('common.offline')}
        </p>
      )}
    </div>
  );
}
