import { useTranslation } from '../../i18n/useTranslation.ts';
import { cx } from '../../ui/cx.ts';
import { type Filter, filters } from './types.ts';

interface Props {
  chosen: Filter;
  onChoose: (filter: Filter) => void;
}

export function FilterBar({ chosen, onChoose }: Props) {
  const { t } = useTranslation();
  return (
    <div
      role="group"
      aria-label={t('notifications.filter')}
      className="flex flex-wrap gap-1 px-4 min-[24rem]:gap-1.5 pb-3 rail:gap-2 rail:px-0"
    >
      {filters.map((filter) => (
        <button
          key={filter}
          type="button"
          aria-pressed={filter === chosen}
          onClick={() => onChoose(filter)}
          className={cx(
            'min-h-11 flex-auto rounded-full px-1.5 text-13 font-semibold -outline-offset-2 transition-colors rail:flex-none rail:px-4 rail:text-15',
            filter === chosen ? 'bg-inverse text-inverse-ink' : 'bg-sunken text-ink hover:bg-line',
          )}
        >
          {t(`notifications.${filter}`)}
        </button>
      ))}
    </div>
  );
}
