import { maxLengths } from '@kith/contracts/lengths';
import { visibleText } from '@kith/contracts/visibleText';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { trpc } from '../../lib/trpc.ts';
import type { Member, PostView } from '../../lib/types.ts';
import { useStoredValue } from '../../lib/useStoredValue.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { lazyOptional } from '../../ui/Optional.tsx';
import { nameOf } from '../../ui/PersonName.tsx';
import type { FieldKeys } from './CommentCompletions.tsx';
import { draftName } from './commentCache.ts';
import { useAddComment } from './useAddComment.ts';

/**
 * Suggests names and tags. The code is loaded when the field is focused. If that fails, the field works without suggestions.
 */
const CommentCompletions = lazyOptional(() => import('./CommentCompletions.tsx'));

/**
 * Returns whether the viewer may comment. If only friends of the author may comment, the author's profile is fetched to learn
 * whether the viewer is a friend. Until the response arrives, returns true.
 */
export function useMayComment({ userId, audience, comments }: PostView): boolean {
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

/** The comment field, or the reason why the viewer may not comment. The field is a single line until it is focused. */
export function CommentForm({ post, onSent }: Props) {
  const { t } = useTranslation();
  const may = useMayComment(post);
  if (may) return <WriteComment postId={post.postId} onSent={onSent} />;
  const name = nameOf(post.user);
  return (
    <p className="flex min-h-11 items-center text-15 text-soft">
      {post.comments === 'friends' ? t('comment.friendsOnly', { name }) : t('comment.closed')}
    </p>
  );
}

interface WriteProps {
  postId: number;
  /** Set for a reply: the top-level comment, the member replied to, and whether the text starts with that member's user name. */
  answers?: { parentId: number; user: Member; named: boolean };
  onSent: () => void;
}

export function WriteComment({ postId, answers, onSent }: WriteProps) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const parentId = answers?.parentId ?? null;
  const [text, setText, clear] = useStoredValue(
    draftName(postId, parentId),
    answers?.named ? `@${answers.user.userName} ` : '',
  );
  const add = useAddComment(postId, parentId, (typed) => (typed ? setText(typed) : clear()));
  const field = useRef<HTMLInputElement>(null);
  const keys = useRef<FieldKeys>(null);
  const [focused, setFocused] = useState(false);
  const label = answers ? t('comment.replyTo', { name: nameOf(answers.user) }) : t('comment.placeholder');
  return (
    <form
      className="group/write flex items-center gap-2.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!visibleText(text)) return;
        clear();
        onSent();
        void add(text);
      }}
    >
      <Avatar
        src={viewer.profilePicture}
        size={32}
        className={answers || text ? undefined : 'hidden group-focus-within/write:block'}
      />
      <div className="relative min-w-0 flex-1">
        <input
          ref={field}
          aria-label={label}
          placeholder={label}
          value={text}
          maxLength={maxLengths.comment}
          enterKeyHint="send"
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: the member has just asked to reply.
          autoFocus={answers !== undefined}
          onChange={(event) => setText(event.target.value)}
          onFocus={() => setFocused(true)}
          onKeyDown={(event) => keys.current?.onKeyDown(event)}
          onSelect={() => keys.current?.onSelect()}
          onInput={() => keys.current?.onInput()}
          onBlur={() => keys.current?.onBlur()}
          className={
            answers || text
              ? 'min-h-11 w-full rounded-full border border-transparent bg-sunken px-4 text-15 hover:border-line pointer-coarse:text-17'
              : 'min-h-11 w-full rounded-full border border-transparent text-15 transition-[padding,background-color] hover:bg-sunken hover:px-4 focus:bg-sunken focus:px-4 pointer-coarse:text-17'
          }
        />
        {focused && (
          <Suspense>
            <CommentCompletions field={field} text={text} setText={setText} keys={keys} />
          </Suspense>
        )}
      </div>
      {visibleText(text) && (
        <IconButton type="submit" label={t('comment.submit')} className="-ml-1 text-accent-text">
          <SendHorizontal aria-hidden className="size-5" />
        </IconButton>
      )}
    </form>
  );
}
