import Link2 from 'lucide-react/icons/link-2';
import MessageCircle from 'lucide-react/icons/message-circle';
import Pencil from 'lucide-react/icons/pencil';
import Share2 from 'lucide-react/icons/share-2';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../lib/copyText.ts';
import { openDialog } from '../../lib/openDialog.ts';
import { usePopup } from '../../lib/popups.ts';
import type { PostView } from '../../lib/types.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import Menu from '../../ui/Menu.tsx';
import { toast } from '../../ui/toast.tsx';
import { usePersonActions } from '../blocks/PersonMenu.tsx';

/** The menu with the actions on a post. */
export default function PostMenu({ post, trigger }: { post: PostView; trigger: ReactNode }) {
  const { t } = useTranslation();
  const { userId } = useViewer();
  const { open } = usePopup();
  const own = post.userId === userId;
  // Loads the editor's code as soon as the menu is open. An error is ignored here, because the editor loads the code again.
  useEffect(() => {
    if (own) import('../composer/PostEditor.tsx').catch(() => undefined);
  }, [own]);
  const distance = usePersonActions(post.user, { kind: 'post', id: post.postId });

  const address = `${location.origin}/post/${post.postId}`;
  // Errors are ignored, because the promise is also rejected when the member closes the share sheet.
  const share = () => void navigator.share({ url: address }).catch(() => undefined);

  const send = () => openDialog.set({ send: { postId: post.postId, content: post.caption || t('post.noCaption') } });

  const copyLink = async () => {
    if (await copyText(address)) toast(t('post.linkCopied'), { variant: 'good' });
    else toast(t('post.linkNotCopied', { address }), { variant: 'bad' });
  };

  return (
    <>
      {distance.dialog}
      <Menu
        trigger={trigger}
        items={[
          ...(own
            ? [
                {
                  label: t('post.edit'),
                  icon: Pencil,
                  onSelect: () => void open({ post: post.postId, edit: true }),
                },
              ]
            : []),
          { label: t('messages.post.send'), icon: MessageCircle, opens: true, onSelect: send },
          { label: t('post.copyLink'), icon: Link2, onSelect: () => void copyLink() },
          ...('share' in navigator ? [{ label: t('post.share'), icon: Share2, onSelect: share }] : []),
          ...(own ? [] : distance.items),
        ]}
      />
    </>
  );
}
