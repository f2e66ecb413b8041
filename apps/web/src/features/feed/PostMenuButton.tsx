import Ellipsis from 'lucide-react/icons/ellipsis';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PostView } from '../../lib/types.ts';
import { IconButton } from '../../ui/IconButton.tsx';

const PostMenu = lazy(() => import('./PostMenu.tsx'));

/** The button of the post's menu. The menu's code is loaded when it is first opened. */
export function PostMenuButton({ post }: { post: PostView }) {
  const { t } = useTranslation();
  const [wasOpened, setWasOpened] = useState(false);
  const button = (
    <IconButton
      label={t('post.options')}
      aria-haspopup="menu"
      className="-mr-2 text-soft"
      onClick={() => setWasOpened(true)}
    >
      <Ellipsis aria-hidden className="size-5" />
    </IconButton>
  );
  if (!wasOpened) return button;
  return (
    <Suspense fallback={button}>
      <PostMenu post={post} trigger={button} />
    </Suspense>
  );
}
