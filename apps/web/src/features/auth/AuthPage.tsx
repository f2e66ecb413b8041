import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { changeLanguage, currentLanguage, languageNames, languages } from '../../i18n/index.ts';
import { Failure } from '../../lib/failure.ts';
import { useMedia } from '../../lib/useMedia.ts';
import { cx } from '../../ui/cx.ts';
import { Wordmark } from '../../ui/Wordmark.tsx';

/** The failure of a script that cannot be fetched. */
export const refuseUnfetched = (): never => {
  throw new Failure('network');
};

/** Loads the API client when a form is first focused, to keep it out of the first load. */
export const loadApi = () => import('../../lib/api.ts').then(({ api }) => api, refuseUnfetched);

export function LanguagePicker() {
  const current = currentLanguage();
  return (
    <div className="flex justify-center gap-1 text-13">
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

/** On a phone it is a strip above the form, if there is room. */
const stripLook =
  'relative mx-auto mt-4 h-32 w-full max-w-95 overflow-hidden rounded-card bg-accent-wash [@media(height<46rem)]:hidden';

const Showcase = lazy(() => import('./Showcase.tsx'));

interface Props {
  title: string;
  heading: string;
  lead: string;
  children: ReactNode;
}

/** The layout of signed-out pages: the product on one side, a form on the other. */
export function AuthPage({ title, heading, lead, children }: Props) {
  const { t } = useTranslation();
  const beside = useMedia('(min-width: 43.75rem)');
  const showcase = (
    <Suspense fallback={<div className={beside ? 'bg-accent-wash' : stripLook} />}>
      <Showcase strip={beside ? undefined : stripLook} />
    </Suspense>
  );
  return (
    <div className="grid min-h-dvh bg-ground rail:grid-cols-2 wide:grid-cols-[1.1fr_1fr]">
      <title>{t('common.pageTitle', { page: title })}</title>
      {beside && showcase}
      <main className="flex flex-col px-5 py-6 wide:px-10">
        <div className="rail:invisible">
          <Wordmark />
        </div>
        {!beside && showcase}
        <div className="m-auto flex w-full max-w-95 flex-col gap-7 py-8">
          <div className="flex flex-col gap-2">
            <h1 className="text-28 font-bold tracking-tight text-balance">{heading}</h1>
            <p className="text-17 text-balance text-soft">{lead}</p>
          </div>
          {children}
        </div>
        <LanguagePicker />
      </main>
    </div>
  );
}

export const linkStyle =
  'inline-flex min-h-11 items-center rounded-card font-semibold text-accent-text underline-offset-4 hover:underline';
