import { useCanGoBack, useRouter } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useTranslation } from 'react-i18next';
import { IconButton } from './IconButton.tsx';

/** Leads back to the screen that this one was opened from, or to Home after a visit by a link. */
export function BackButton() {
  const { t } = useTranslation();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const back = () => (canGoBack ? router.history.back() : void router.navigate({ to: '/home' }));
  return (
    <IconButton label={t('menu.back')} className="-ml-2.5" onClick={back}>
      <ArrowLeft aria-hidden className="size-6" strokeWidth={1.9} />
    </IconButton>
  );
}
