import ImageOff from 'lucide-react/icons/image-off';
import { useTranslation } from '../../i18n/useTranslation.ts';
import type { PostImage } from '../../lib/types.ts';
import { frameRatio } from '../../ui/frameRatio.ts';

/** Holds the place of a picture that is being prepared, or says that it could not be. */
export function PicturePending({ image }: { image: PostImage }) {
  const { t } = useTranslation();
  const failed = image.status === 'failed';
  return (
    <div
      className="grid place-items-center bg-sunken text-soft rail:rounded-card"
      style={{ aspectRatio: failed ? 16 / 9 : frameRatio(image.width, image.height) }}
    >
      <p className={failed ? 'flex flex-col items-center gap-2' : 'animate-shimmer'}>
        {failed && <ImageOff aria-hidden className="size-7" />}
        {failed ? t('post.imageFailed') : t('post.imageProcessing')}
      </p>
    </div>
  );
}
