import { useTranslation } from 'react-i18next';
import { times } from '../../ui/times.ts';
import { CardSkeleton } from './CardSkeleton.tsx';

/** Cards in the shape of the feed. */
export function PostSkeleton({ cards = 2 }: { cards?: number }) {
  const { t } = useTranslation();
  return (
    <div role="status" aria-label={t('common.loading')} className="flex flex-col gap-[12px] wide:gap-[20px]">
      {times(cards).map((card) => (
        <CardSkeleton key={card} />
      ))}
    </div>
  );
}
