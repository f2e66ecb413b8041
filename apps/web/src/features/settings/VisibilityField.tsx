import Globe from 'lucide-react/icons/globe';
import Lock from 'lucide-react/icons/lock';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { PrivacySettings } from './localSettings.ts';

const choices = [
  { value: 'public', icon: Globe },
  { value: 'private', icon: Lock },
] as const;

interface Props {
  value: PrivacySettings['visibility'];
  onChange: (value: PrivacySettings['visibility']) => void;
}

export function VisibilityField({ value, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <fieldset aria-describedby={`${id}-note`} className="flex flex-col gap-1.5">
      <legend className="mb-1.5 text-15 font-medium">{t('privacy.visibility')}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-2">
        {choices.map(({ value: each, icon: Icon }) => (
          <label
            key={each}
            className="flex min-h-12 cursor-pointer items-center gap-2 rounded-card border border-edge px-3 text-17 transition-colors hover:bg-sunken has-checked:border-accent-text has-checked:bg-accent-wash has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text"
          >
            <input
              type="radio"
              name={id}
              value={each}
              checked={value === each}
              onChange={() => onChange(each)}
              className="size-4.5 shrink-0 accent-accent outline-none"
            />
            <span className="flex-1">{t(`privacy.${each}`)}</span>
            <Icon aria-hidden className="size-5 shrink-0 text-soft" />
          </label>
        ))}
      </div>
      <p id={`${id}-note`} className="text-13 text-pretty text-soft">
        {t('privacy.visibilityNote')}
      </p>
    </fieldset>
  );
}
