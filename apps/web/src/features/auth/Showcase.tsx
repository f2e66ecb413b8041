import { useTranslation } from '../../i18n/useTranslation.ts';
import { Wordmark } from '../../ui/Wordmark.tsx';
import { ShowcaseIcon } from './ShowcaseIcon.tsx';
import { ShowcaseScene } from './ShowcaseScene.tsx';

/** The product, drawn: a post, a chat and a new follower. Not on phones. */
export default function Showcase() {
  const { t } = useTranslation();
  return (
    <aside aria-label={t('showcase.label')} className="relative flex flex-col overflow-hidden bg-accent-wash">
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
              <ShowcaseIcon name="heart" className="size-5 fill-like" /> 48
            </span>
            <span className="flex items-center gap-1.5 font-semibold">
              <ShowcaseIcon name="comment" className="size-5 fill-none" /> 9
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
        <p className="text-17 text-soft">{t('showcase.lead')}</p>
      </div>
    </aside>
  );
}
