import { useTranslation } from 'react-i18next';

export function Badge({ count }: { count: number }) {
  const { t } = useTranslation();
  if (!count) return null;
  return (
    <span className="absolute -top-1 left-3.5 min-w-4.5 rounded-full bg-accent px-1 text-center text-13 leading-4.5 font-bold text-accent-ink">
      <span aria-hidden>{count > 99 ? '99+' : count}</span>
      <span className="sr-only">, {t('menu.unread', { count })}</span>
    </span>
  );
}
