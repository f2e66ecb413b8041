import Ellipsis from 'lucide-react/icons/ellipsis';
import Link2 from 'lucide-react/icons/link-2';
import Pencil from 'lucide-react/icons/pencil';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../lib/copyText.ts';
import { usePopup } from '../../lib/popups.ts';
import { useViewer } from '../../lib/session.ts';
import type { PostView } from '../../lib/types.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { toast } from '../../ui/toast.ts';

const Menu = lazy(() => import('../../ui/Menu.tsx'));

export function PostMenu({ post }: { post: PostView }) {
  const { t } = useTranslation();
  const { userId } = useViewer();
  const { post: over, open } = usePopup();
  const [asked, setAsked] = useState(false);
  const own = post.userId === userId;

  const copyLink = async () => {
    const address = `${location.origin}/user/${encodeURIComponent(post.user.userName)}?post=${post.postId}`;
    if (await copyText(address)) toast(t('post.linkCopied'), { look: 'good' });
    else toast(t('post.linkNotCopied', { address }), { look: 'bad' });
  };

  const button = (
    <IconButton
      label={t('post.options')}
      aria-haspopup="menu"
      className="-mr-2 text-soft"
      onClick={() => setAsked(true)}
    >
      <Ellipsis aria-hidden className="size-5" />
    </IconButton>
  );
  if (!asked) return button;
  return (
    <Suspense fallback={button}>
      <Menu
        trigger={button}
        items={[
          ...(own
            ? [
                {
                  label: t('post.edit'),
                  icon: Pencil,
                  onSelect: () => void open({ post: post.postId, edit: true }, over !== undefined),
                },
              ]
            : []),
          { label: t('post.copyLink'), icon: Link2, onSelect: () => void copyLink() },
        ]}
      />
    </Suspense>
  );
}
