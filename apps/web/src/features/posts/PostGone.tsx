import { Link } from '@tanstack/react-router';
import ImageOff from 'lucide-react/icons/image-off';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/States.tsx';

/** Shown if the post is deleted or not visible to the reader. The text does not reveal which of these is the case. */
export function PostGone() {
  const { t } = useTranslation();
  return (
    <EmptyState icon={ImageOff} title={t('post.gone')} lead={t('post.goneLead')}>
      <Link
        to="/home"
        className="inline-flex min-h-11 items-center rounded-full bg-accent px-5 font-semibold text-accent-ink hover:bg-accent-strong"
      >
        {t('notFound.home')}
      </Link>
    </EmptyState>
  );
}
