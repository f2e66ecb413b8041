import Info from 'lucide-react/icons/info';
import { useTranslation } from 'react-i18next';
import { cx } from '../../ui/cx.ts';

const looks = {
  peach: 'fill-picture-peach',
  sea: 'fill-picture-sea',
  leaf: 'fill-picture-leaf',
  dusk: 'fill-picture-dusk',
};

interface Props {
  name: string;
  text: string;
  look: keyof typeof looks;
}

function SampleRow({ name, text, look }: Props) {
  const { t } = useTranslation();
  return (
    <li className="flex min-h-19 items-center gap-3 px-4 py-3 rail:px-3">
      <svg viewBox="0 0 40 40" aria-hidden className="size-12 shrink-0 overflow-hidden rounded-full bg-sunken">
        <g className={cx('opacity-80', looks[look])}>
          <circle cx="20" cy="16" r="7" />
          <path d="M5 40c.6-9.4 6.6-14.4 15-14.4S34.4 30.6 35 40z" />
        </g>
      </svg>
      <div className="min-w-0 flex-1 text-15">
        <p className="font-semibold">{name}</p>
        <p className="text-soft">{text}</p>
      </div>
      <span className="shrink-0 rounded-full border border-line px-2.5 py-0.5 text-13 font-medium text-soft">
        {t('notifications.sample')}
      </span>
    </li>
  );
}

const samples = [
  { name: 'marta.w', text: 'sampleFollowed', look: 'peach' },
  { name: 'diego', text: 'sampleLiked', look: 'sea' },
  { name: 'nina_k', text: 'sampleUnfollowed', look: 'leaf' },
  { name: 'ala', text: 'sampleLikedToo', look: 'dusk' },
] as const;

/** Examples for a member who has no notification yet; they cannot be filtered. */
export function Samples() {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="samples">
      <div className="mx-4 mb-3 flex gap-3 rounded-card bg-sunken px-4 py-3 rail:mx-0">
        <Info aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-text" />
        <div>
          <h2 id="samples" className="text-15 font-semibold">
            {t('notifications.samples')}
          </h2>
          <p className="text-15 text-pretty text-soft">{t('notifications.samplesLead')}</p>
        </div>
      </div>
      <ul>
        {samples.map(({ name, text, look }) => (
          <SampleRow key={name} name={name} text={t(`notifications.${text}`)} look={look} />
        ))}
      </ul>
    </section>
  );
}
