import { useTranslation } from 'react-i18next';
import { Wordmark } from '../../ui/Wordmark.tsx';

const glintClass = 'stroke-over-picture stroke-[3] [stroke-linecap:round] opacity-35';

/** A drawing of a lake at dusk. */
function ShowcaseScene({ strip = false }) {
  // The page contains the scene twice. The gradient ids differ, because a gradient inside a hidden element paints nothing.
  const [sky, lake] = strip ? ['a', 'b'] : ['c', 'd'];
  return (
    <svg
      viewBox={strip ? '0 130 400 148' : '0 0 400 300'}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
      className="block size-full"
    >
      <defs>
        <linearGradient id={sky} x2="0" y2="1">
          <stop className="[stop-color:var(--color-picture-dusk)]" />
          <stop offset="0.55" className="[stop-color:var(--color-picture-coral)]" />
          <stop offset="1" className="[stop-color:var(--color-picture-sun)]" />
        </linearGradient>
        <linearGradient id={lake} x2="0" y2="1">
          <stop className="[stop-color:var(--color-picture-peach)]" />
          <stop offset="1" className="[stop-color:var(--color-picture-deep)]" />
        </linearGradient>
      </defs>
      <path d="M0 0h400v190H0z" fill={`url(#${sky})`} />
      <circle cx="252" cy="150" r="30" className="fill-picture-sun" />
      <path d="M0 172C60 118 96 128 142 152s70-30 112-8 92 18 146-26v80H0z" className="fill-picture-dusk opacity-70" />
      <path d="M0 184c44-26 92-30 138-12s88-8 132-4 84-16 130-10v36H0z" className="fill-picture-deep" />
      <path d="M0 186h400v114H0z" fill={`url(#${lake})`} />
      <path d="M223 201h58M207 217h90M231 233h42M197 249h102" className={glintClass} />
      <g className="animate-drift fill-picture-deep [animation-duration:5s]">
        <path d="M56 240c30 6 78 6 108 0-4 16-14 24-26 24H82c-12 0-22-8-26-24z" />
        <circle cx="92" cy="208" r="8" />
        <path d="M80 243c0-20 4-27 12-27s12 7 12 27z" />
        <circle cx="126" cy="206" r="8" />
        <path d="M114 243c0-22 4-29 12-29s12 7 12 29z" />
      </g>
      <path d="M71 271h78" className={glintClass} />
    </svg>
  );
}

/** An icon of this drawing. It is drawn here, so that visitors need not load the icon library. */
function ShowcaseIcon({ d, className }: { d: string; className: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden className={className} stroke="currentColor" strokeWidth="2">
      <path d={d} strokeLinejoin="round" />
    </svg>
  );
}

/** The lake and a short text, shown above the form on a phone if the screen is high enough. */
export function ShowcaseStrip() {
  const { t } = useTranslation();
  return (
    <div
      aria-hidden
      className="relative mx-auto mt-4 h-32 w-full max-w-95 overflow-hidden rounded-card bg-accent-wash rail:hidden [@media(height<46rem)]:hidden"
    >
      <ShowcaseScene strip />
      <div className="absolute top-3 right-3 flex flex-col items-end gap-1.5 text-13">
        <p className="rounded-sheet rounded-bl-none bg-surface px-3.5 py-2 shadow-float">{t('showcase.message')}</p>
        <p className="rounded-sheet rounded-br-none bg-accent px-3.5 py-2 text-accent-ink shadow-float">
          {t('showcase.reply')}
        </p>
      </div>
    </div>
  );
}

/** Shown beside the form: a drawing of the product, with a post, a chat and a new follower. */
export function Showcase() {
  const { t } = useTranslation();
  return (
    <aside
      aria-label={t('showcase.label')}
      className="sticky top-0 hidden min-h-dvh flex-col self-start overflow-hidden bg-accent-wash rail:flex"
    >
      <div className="p-6 wide:p-10">
        <Wordmark />
      </div>
      <div className="relative m-auto w-[min(25rem,80%)]">
        <div className="animate-drift rounded-sheet bg-surface pb-4 shadow-float">
          <div className="flex items-center gap-3 p-4">
            <span className="size-10 rounded-full bg-picture-peach" />
            <div>
              <p className="font-semibold">{t('showcase.author')}</p>
              <p className="text-13 text-soft">{t('showcase.place')}</p>
            </div>
          </div>
          <ShowcaseScene />
          <div className="flex gap-4 px-4 pt-4">
            <span className="flex items-center gap-1.5 font-semibold text-like">
              <ShowcaseIcon d="M12 20 4 12a5 5 0 0 1 8-6 5 5 0 0 1 8 6z" className="size-5 fill-like" /> 48
            </span>
            <span className="flex items-center gap-1.5 font-semibold">
              <ShowcaseIcon d="m3 21 1-5a9 9 0 1 1 4 4z" className="size-5 fill-none" /> 9
            </span>
          </div>
          <p className="px-4 pt-2 text-15">
            {t('showcase.caption')} <span className="font-medium text-accent-text">{t('showcase.tag')}</span>
          </p>
        </div>
        <div className="absolute -right-5 wide:-right-14 bottom-24 flex animate-drift flex-col gap-1.5 text-13 [animation-delay:-3s] wide:text-15">
          <p className="rounded-sheet rounded-bl-none bg-surface px-4 py-2.5 shadow-float">{t('showcase.message')}</p>
          <p className="self-end rounded-sheet rounded-br-none bg-accent px-4 py-2.5 text-accent-ink shadow-float">
            {t('showcase.reply')}
          </p>
        </div>
        <p className="absolute -top-11 -left-5 wide:-left-14 flex animate-drift items-center gap-2.5 rounded-full bg-surface py-2 pr-4 pl-2 text-15 shadow-float [animation-delay:-6s]">
          <span className="size-8 rounded-full bg-picture-sea" />
          {t('showcase.newFollower')}
        </p>
      </div>
      <div className="p-6 pt-14 wide:p-10 wide:pt-14">
        <p className="text-28 font-bold tracking-tight text-balance">{t('showcase.tagline')}</p>
      </div>
    </aside>
  );
}
