import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { changeLanguage, currentLanguage, languageNames, languages } from '../../i18n/index.ts';
import { cx } from '../../ui/cx.ts';
import { Wordmark } from '../../ui/Wordmark.tsx';
import { Showcase, ShowcaseStrip } from './Showcase.tsx';

export function LanguagePicker() {
  const current = currentLanguage();
  return (
    <div className="flex flex-wrap justify-center gap-1 text-13">
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          aria-pressed={language === current}
          onClick={() => void changeLanguage(language)}
          className={cx(
            'min-h-11 min-w-11 rounded-full px-3',
            language === current ? 'font-semibold text-ink' : 'text-soft hover:text-ink',
          )}
        >
          {languageNames[language]}
        </button>
      ))}
    </div>
  );
}

interface Props {
  title: string;
  heading: string;
  lead?: string | undefined;
  children: ReactNode;
}

/** The layout of the pages for visitors: a drawing of the product on one side, a form on the other. */
export function AuthPage({ title, heading, lead, children }: Props) {
  const { t } = useTranslation();
  return (
    <div className="grid min-h-dvh rail:grid-cols-2 wide:grid-cols-[1.1fr_1fr]">
      <title>{t('common.pageTitle', { page: title })}</title>
      <Showcase />
      <main className="flex min-w-0 flex-col px-5 py-6 max-rail:pb-3">
        <div className="rail:invisible">
          <Wordmark />
        </div>
        <ShowcaseStrip />
        <div className="m-auto flex w-full max-w-95 max-rail:mt-0 flex-col gap-7 py-8 max-rail:pt-6 max-rail:pb-3">
          <div className="flex flex-col gap-2">
            <h1 className="text-28 font-bold tracking-tight text-balance">{heading}</h1>
            {lead && <p className="text-17 text-balance text-soft">{lead}</p>}
          </div>
          {children}
        </div>
        <div className="flex flex-wrap items-center justify-center gap-x-3 text-13">
          <LanguagePicker />
          <Link to="/about" className={linkStyle}>
            {t('about.title')}
          </Link>
        </div>
      </main>
    </div>
  );
}

export const linkStyle =
  'inline-flex min-h-11 items-center rounded-card font-semibold text-accent-text underline-offset-4 hover:underline';
