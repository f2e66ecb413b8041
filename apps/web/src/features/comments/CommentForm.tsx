import { longest } from '@kith/contracts/lengths';

import { useQueryClient } from '@tanstack/react-query';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { failureText } from '../../lib/failure.ts';
import { deliver } from '../../lib/outbox/send.ts';
import { uuid } from '../../lib/outbox/store.ts';
import { useViewer } from '../../lib/session.ts';
import { trpc } from '../../lib/trpc.ts';
import type { PostView } from '../../lib/types.ts';
import { useDraft } from '../../lib/useDraft.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { toast } from '../../ui/toast.tsx';
import { patchPost } from '../posts/postCache.ts';
import { dropComment, putComment } from './commentCache.ts';

/** Shows the comment at once and takes it back, text included, if the server refuses it. */
function useAddComment(postId: number, putBack: (text: string) => void) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const viewer = useViewer();

  /** A retry carries the same id, so a comment whose answer was lost is not written twice. */
  const add = async (typed: string, clientId = uuid()): Promise<void> => {
    const content = typed.trim();
    if (!content) return;
    const commentId = -Date.now();
    const { userId, userName, profilePicture } = viewer;
    const user = { userId, userName, profilePicture };
    const drop = () => dropComment(client, postId, commentId);
    const createdAt = new Date().toISOString();
    putComment(client, { commentId, postId, content, createdAt, user });
    patchPost(client, postId, (old) => ({ commentsCount: old.commentsCount + 1 }));
    const takeBack = () => {
      drop();
      patchPost(client, postId, (old) => ({ commentsCount: Math.max(0, old.commentsCount - 1) }));
    };
    try {
      const send = () => api.comments.create.mutate({ userId, postId, content, clientId });
      const saved = await deliver('comment', clientId, { postId, content, createdAt }, send);
      // It waits in the outbox now, and the list shows it from there.
      if (!saved) return takeBack();
      const { commentsCount, ...comment } = saved;
      drop();
      putComment(client, comment);
      patchPost(client, postId, { commentsCount });
    } catch (error) {
      takeBack();
      putBack(typed);
      const again = () => {
        putBack('');
        void add(typed, clientId);
      };
      toast(`${t('comment.failed')} ${failureText(error)}`, {
        look: 'bad',
        action: { label: t('common.tryAgain'), run: again },
      });
    }
  };
  return add;
}

/** Whether the viewer may comment. Whether the author is a friend is asked where the post does not tell; until then yes. */
function useMayComment({ userId, audience, comments }: PostView): boolean {
  const viewer = useViewer();
  const own = userId === viewer.userId;
  const unknown = !own && comments === 'friends' && audience !== 'friends';
  const author = trpc.users.byId.useQuery({ userId }, { enabled: unknown, staleTime: 60_000 }).data;
  if (own || comments === 'everyone') return true;
  if (comments === 'nobody') return false;
  return !unknown || !author || (author.followsMe && author.followedByMe);
}

interface Props {
  post: PostView;
  onSent: () => void;
}

/** The field for a comment, or a word about why there is none. */
export function CommentForm({ post, onSent }: Props) {
  const { t } = useTranslation();
  const may = useMayComment(post);
  if (may) return <Form postId={post.postId} onSent={onSent} />;
  const name = post.user.userName;
  return (
    <p className="flex min-h-11 items-center text-15 text-soft">
      {post.comments === 'friends' ? t('comment.friendsOnly', { name }) : t('comment.closed')}
    </p>
  );
}

function Form({ postId, onSent }: { postId: number; onSent: () => void }) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const [text, setText, clear] = useDraft(`comment.${postId}`, '');
  const add = useAddComment(postId, (typed) => (typed ? setText(typed) : clear()));
  return (
    <form
      className="flex items-center gap-2.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!text.trim()) return;
        clear();
        onSent();
        void add(text);
      }}
    >
      <Avatar src={viewer.profilePicture} size={32} />
      <input
        aria-label={t('comment.placeholder')}
        placeholder={t('comment.placeholder')}
        value={text}
        maxLength={longest.comment}
        enterKeyHint="send"
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        className="min-h-11 min-w-0 flex-1 rounded-full border border-transparent bg-sunken px-4 text-15 hover:border-line pointer-coarse:text-17"
      />
      {text.trim() && (
        <IconButton type="submit" label={t('comment.submit')} className="-ml-1 text-accent-text">
          <SendHorizontal aria-hidden className="size-5" />
        </IconButton>
      )}
    </form>
  );
}
