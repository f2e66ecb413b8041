import { Link, useCanGoBack } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BackButton } from '../../ui/BackButton.tsx';
import { Wordmark } from '../../ui/Wordmark.tsx';
import { LanguagePicker, linkStyle } from './AuthPage.tsx';

const pages = { terms: '/terms', privacy: '/privacy' } as const;
const linkPattern = /<(terms|privacy)>(.*?)<\/\1>/g;

/**
 * A sentence with links to the terms and the privacy policy. Tags in the translated text mark the words of the links. The links
 * open new tabs, so that the form keeps its contents.
 */
export function TermsNote({ text }: { text: string }) {
  const parts: [before: string, name: string, words: string][] = [];
  let rest = text;
  for (const [whole, name = '', words = ''] of text.matchAll(linkPattern)) {
    const at = rest.indexOf(whole);
    parts.push([rest.slice(0, at), name, words]);
    rest = rest.slice(at + whole.length);
  }
  return (
    <p className="text-center text-13 text-balance text-soft">
      {parts.map(([before, name, words]) => (
        <span key={name}>
          {before}
          <a
            href={pages[name as keyof typeof pages]}
            target="_blank"
            rel="noreferrer"
            className="font-semibold text-accent-text underline underline-offset-2"
          >
            {words}
          </a>
        </span>
      ))}
      {rest}
    </p>
  );
}

const sections = {
  terms: ['yours', 'kept', 'kind', 'asItIs'],
  policy: ['kept', 'members', 'operators', 'moderators', 'pictures', 'mails', 'pushes', 'logs', 'browser', 'gone'],
} as const;

/** The layout of pages of text, for visitors and members alike. */
export function TextPage({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation();
  const canGoBack = useCanGoBack();
  return (
    <div className="flex min-h-dvh flex-col bg-ground px-5 py-6">
      <title>{t('common.pageTitle', { page: title })}</title>
      <header className="mx-auto flex w-full max-w-155 items-center gap-1">
        {canGoBack && <BackButton />}
        <Link to="/" className="inline-flex min-h-11 items-center">
          <Wordmark />
        </Link>
      </header>
      <main className="mx-auto flex w-full max-w-155 flex-1 flex-col gap-8 py-8">{children}</main>
      <LanguagePicker />
    </div>
  );
}

export const TextSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex flex-col gap-1.5">
    <h2 className="text-17 font-semibold text-balance">{title}</h2>
    {children}
  </section>
);

export const textStyle = 'text-17 text-pretty text-soft';

export function LegalPage({ topic }: { topic: keyof typeof sections }) {
  const { t } = useTranslation();
  const [to, other] = topic === 'terms' ? (['/privacy', 'policy'] as const) : (['/terms', 'terms'] as const);
  return (
    <TextPage title={t(`${topic}.heading`)}>
      <div className="flex flex-col gap-2">
        <h1 className="text-28 font-bold tracking-tight text-balance">{t(`${topic}.heading`)}</h1>
        <p className={textStyle}>{t(`${topic}.lead`)}</p>
      </div>
      {sections[topic].map((part) => (
        <TextSection key={part} title={t(`${topic}.${part}` as 'terms.kept')}>
          <p className={textStyle}>{t(`${topic}.${part}Text` as 'terms.keptText')}</p>
        </TextSection>
      ))}
      <div className="flex flex-wrap gap-x-5">
        <Link to={to} className={linkStyle}>
          {t(`${other}.heading`)}
        </Link>
        <Link to="/about" className={linkStyle}>
          {t('about.title')}
        </Link>
      </div>
    </TextPage>
  );
}
