import Info from 'lucide-react/icons/info';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { SampleRow } from './SampleRow.tsx';

const samples = [
  { name: 'marta.w', text: 'sampleFollowed', look: 'peach' },
  { name: 'diego', text: 'sampleLiked', look: 'sea' },
  { name: 'nina_k', text: 'sampleUnfollowed', look: 'leaf' },
  { name: 'ala', text: 'sampleLikedToo', look: 'dusk' },
] as const;

/** For a member who has no notification yet; the filter only changes its highlight here. */
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
