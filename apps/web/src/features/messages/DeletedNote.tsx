import { useTranslation } from '../../i18n/useTranslation.ts';

/** In place of the input: nobody is there to read it. */
export function DeletedNote({ empty }: { empty: boolean }) {
  const { t } = useTranslation();
  return (
    <p className="shrink-0 border-t border-line px-6 py-5 text-center text-15 text-pretty text-soft">
      {empty ? t('messages.nobodyNote') : t('messages.deletedNote')}
    </p>
  );
}
