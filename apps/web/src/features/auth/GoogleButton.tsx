import { useTranslation } from '../../i18n/useTranslation.ts';
import { Button } from '../../ui/Button.tsx';

export function GoogleButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation();
  return (
    <Button look="outline" className="min-h-12" onClick={onClick}>
      <svg viewBox="0 0 24 24" aria-hidden className="size-5 fill-none stroke-current" strokeWidth="3">
        <path d="M18.700 6.300A9 9 0 1 0 21 12h-8.500" />
      </svg>
      {t('login.google')}
    </Button>
  );
}
