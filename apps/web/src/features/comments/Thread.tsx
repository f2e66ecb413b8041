import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CommentView, PostView } from '../../lib/types.ts';
import { Button } from '../../ui/Button.tsx';
import { Comment } from './Comment.tsx';
import { WriteComment } from './CommentForm.tsx';
import { Replies } from './Replies.tsx';
import { useWaitingComments } from './waitingComments.ts';

interface Props {
  comment: CommentView;
  post: Pick<PostView, 'postId' | 'userId'>;
  mayReply: boolean;
}

/** A top-level comment with replies. The replies are loaded when the reader opens them. */
export function Thread({ comment, post, mayReply }: Props) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const [answered, setAnswered] = useState<CommentView | null>(null);
  const waiting = useWaitingComments(post.postId, comment.commentId).length;
  const count = comment.repliesCount + waiting;
  const sent = comment.commentId > 0;
  const reply = mayReply && sent ? (to: CommentView) => setAnswered(to) : undefined;
  return (
    <Comment
      comment={comment}
      state={sent ? 'sent' : 'sending'}
      authorId={post.userId}
      onReply={reply && (() => reply(comment))}
    >
      {count > 0 && (
        <Button variant="ghost" small aria-expanded={open} className="-ml-4" onClick={() => setOpen(!open)}>
          {open ? t('comment.hideReplies') : t('comment.showReplies', { count })}
        </Button>
      )}
      {open && count > 0 && <Replies parent={comment} authorId={post.userId} onReply={reply} />}
      {answered?.user && (
        <div className="pt-2">
          <WriteComment
            key={answered.commentId}
            postId={post.postId}
            answers={{
              parentId: comment.commentId,
              user: answered.user,
              named: answered.commentId !== comment.commentId,
            }}
            onSent={() => {
              setAnswered(null);
              setOpen(true);
            }}
          />
          <Button variant="ghost" small className="ml-8 text-13! text-soft" onClick={() => setAnswered(null)}>
            {t('comment.stopReplying')}
          </Button>
        </div>
      )}
    </Comment>
  );
}
