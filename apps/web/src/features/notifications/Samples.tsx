import Heart from 'lucide-react/icons/heart';
import UserMinus from 'lucide-react/icons/user-minus';
import UserPlus from 'lucide-react/icons/user-plus';
import type { ComponentType, SVGProps } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  text: string;
  icon: ComponentType<SVGProps<SVGSVGElement>>;
}

/** An example of a notification, in which a dashed circle replaces the picture and a bar replaces the name. */
function SampleRow({ text, icon: Icon }: Props) {
  const { t } = useTranslation();
  return (
    <li className="flex min-h-19 items-center gap-3 px-4 py-3 rail:px-3">
      <span className="grid size-12 shrink-0 place-items-center rounded-full border border-dashed border-edge text-soft">
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1.5 text-15">
        <span aria-hidden className="h-3 w-24 rounded-full bg-sunken" />
        <p className="text-soft">{text}</p>
      </div>
      <span className="shrink-0 rounded-full border border-dashed border-edge px-2.5 py-0.5 text-13 text-soft">
        {t('notifications.sample')}
      </span>
    </li>
  );
}

const samples = [
  { text: 'sampleFollowed', icon: UserPlus },
  { text: 'sampleLiked', icon: Heart },
  { text: 'sampleUnfollowed', icon: UserMinus },
  { text: 'sampleLikedToo', icon: Heart },
] as const;

/** Examples of notifications, shown to a member who has none yet. */
export function Samples() {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="samples" className="rail:-mx-3">
      <div className="px-4 pt-3 pb-4 rail:px-3">
        <h2 id="samples" className="text-21 font-semibold text-balance">
          {t('notifications.samples')}
        </h2>
      </div>
      <ul className="mask-b-from-20% mask-b-to-110%">
        {samples.map(({ text, icon }) => (
          <SampleRow key={text} text={t(`notifications.${text}`)} icon={icon} />
        ))}
      </ul>
    </section>
  );
}
