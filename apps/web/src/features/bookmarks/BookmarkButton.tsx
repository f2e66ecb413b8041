import { useQueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import Bookmark from 'lucide-react/icons/bookmark';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { failureText } from '../../lib/failure.ts';
import { useToggleMutationQueue } from '../../lib/toggleQueue.ts';
import { trpc } from '../../lib/trpc.ts';
import type { PostView } from '../../lib/types.ts';
import { cx } from '../../ui/cx.ts';
import { toast } from '../../ui/toast.tsx';
import { patchPost } from '../posts/postCache.ts';

/**
 * Adds or removes a bookmark, which only the member can see. The change is shown immediately. Further clicks while a call is in
 * flight lead to at most one more call.
 */
export function BookmarkButton({ post: { postId, savedByMe } }: { post: PostView }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const show = (saved: boolean) => patchPost(client, postId, { savedByMe: saved });
  const toggle = useToggleMutationQueue({
    key: `bookmark:${postId}`,
    value: savedByMe,
    send: async (saved) => (await api.bookmarks[saved ? 'add' : 'remove'].mutate({ postId })).saved,
    onRequest: show,
    onSettled: (confirmed, error) => {
      show(confirmed);
      if (error) toast(`${t('bookmarks.failed')} ${failureText(error)}`, { variant: 'bad' });
      void client.invalidateQueries({ queryKey: getQueryKey(trpc.bookmarks.list) });
    },
  });
  return (
    <button
      type="button"
      aria-pressed={savedByMe}
      aria-label={t('bookmarks.save')}
      onClick={() => toggle(!savedByMe)}
      className={cx(
        'ml-auto inline-flex min-h-11 min-w-11 items-center justify-center rounded-full transition-colors hover:bg-sunken',
        savedByMe ? 'text-accent-text' : 'text-ink',
      )}
    >
      <Bookmark aria-hidden className={cx('size-6', savedByMe && 'fill-current')} />
    </button>
  );
}
