import { maxLengths } from '@kith/contracts/lengths';
import { visibleText } from '@kith/contracts/visibleText';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import { type RefObject, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '../../lib/composing.ts';
import { trpc } from '../../lib/trpc.ts';
import type { Member, PostView } from '../../lib/types.ts';
import { useStoredValue } from '../../lib/useStoredValue.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { lazyOptional } from '../../ui/Optional.tsx';
import { nameOf } from '../../ui/PersonName.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
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

type Field = RefObject<HTMLTextAreaElement | null>;

interface Props {
  post: PostView;
  field?: Field | undefined;
  onSent: () => void;
}

/** The comment field, or the reason why the viewer may not comment. */
export function CommentForm({ post, field, onSent }: Props) {
  const { t } = useTranslation();
  const may = useMayComment(post);
  if (may) return <WriteComment postId={post.postId} field={field} onSent={onSent} />;
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
  field?: Field | undefined;
  onSent: () => void;
}

/** A field that grows to six lines, and looks like one only when it is used. Enter sends, Shift+Enter inserts a line break. */
export function WriteComment({ postId, answers, field: given, onSent }: WriteProps) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const parentId = answers?.parentId ?? null;
  const [text, setText, clear] = useStoredValue(
    draftName(postId, parentId),
    answers?.named ? `@${answers.user.userName} ` : '',
  );
  const add = useAddComment(postId, parentId, (typed) => (typed ? setText(typed) : clear()));
  const own: Field = useRef(null);
  const field = given ?? own;
  const keys = useRef<FieldKeys>(null);
  const [focused, setFocused] = useState(false);
  const label = answers ? t('comment.replyTo', { name: nameOf(answers.user) }) : t('comment.placeholder');
  const used = answers || text;
  return (
    <form
      className="group/write flex items-end gap-2.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (!visibleText(text)) return;
        clear();
        onSent();
        void add(text, keys.current?.link());
      }}
    >
      <Avatar
        src={viewer.profilePicture}
        size={32}
        className={cx('mb-1.5', !used && 'hidden group-focus-within/write:block')}
      />
      <div className="relative min-w-0 flex-1">
        <TextArea
          ref={field}
          aria-label={label}
          placeholder={label}
          value={text}
          maxLength={maxLengths.comment}
          enterKeyHint="send"
          autoComplete="off"
          autoFocus={answers !== undefined}
          onChange={(event) => setText(event.target.value)}
          onFocus={({ currentTarget }) => {
            setFocused(true);
            // Without this, the caret of a text area that a script focuses is before its text.
            if (!focused) currentTarget.setSelectionRange(text.length, text.length);
          }}
          onKeyDown={(event) => {
            keys.current?.onKeyDown(event);
            const sends = event.key === 'Enter' && !event.shiftKey && !isComposing(event.nativeEvent);
            if (!sends || event.defaultPrevented) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
          onSelect={() => keys.current?.onSelect()}
          onInput={() => keys.current?.onInput()}
          onBlur={() => keys.current?.onBlur()}
          className={cx(
            'max-h-[calc(6lh+1.375rem)] min-h-11 w-full rounded-[22px] border border-transparent py-2.5 text-15 pointer-coarse:text-17',
            used
              ? 'bg-sunken px-4 hover:border-line'
              : 'transition-[padding,background-color] hover:bg-sunken hover:px-4 focus:bg-sunken focus:px-4 max-rail:in-data-pinned:bg-sunken max-rail:in-data-pinned:px-4',
          )}
        />
        {focused && (
          <Suspense>
            <CommentCompletions field={field} text={text} setText={setText} keys={keys} />
          </Suspense>
        )}
      </div>
      {visibleText(text) && (
        <IconButton
          type="submit"
          label={t('comment.submit')}
          className="-ml-1 text-accent-text"
          // The focus stays in the field, so that a phone's keyboard stays open.
          onMouseDown={(event) => event.preventDefault()}
        >
          <SendHorizontal aria-hidden className="size-5" />
        </IconButton>
      )}
    </form>
  );
}
