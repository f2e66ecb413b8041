import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { useTranslation } from 'react-i18next';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  autoFocus?: boolean;
}

export function SearchField({ label, value, onChange, autoFocus = false }: Props) {
  const { t } = useTranslation();
  return (
    <div className="relative">
      <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-3.5 my-auto size-4.5 text-soft" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: set only after a tap on a search field of another screen.
        autoFocus={autoFocus}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-11 w-full rounded-full border border-transparent bg-sunken pr-11 pl-10 text-15 text-ink hover:border-line pointer-coarse:text-17"
      />
      {value && (
        <button
          type="button"
          aria-label={t('common.clear')}
          onClick={() => onChange('')}
          className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-full text-soft hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </div>
  );
}
