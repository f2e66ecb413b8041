import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { postDate } from '../../i18n/dates.ts';
import type { CommentView } from '../../lib/types.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { cx, touchTarget } from '../../ui/cx.ts';
import { LiveText } from '../../ui/LiveText.tsx';
import { nameOf, PersonName } from '../../ui/PersonName.tsx';
import { Timestamp } from '../../ui/Timestamp.tsx';
import LinkCard from '../linkPreviews/LinkCard.tsx';
import { CommentEditor } from './CommentEditor.tsx';
import { CommentLike } from './CommentLike.tsx';
import { CommentMenu } from './CommentMenu.tsx';

interface Props {
  comment: CommentView;
  state?: 'sent' | 'sending' | 'waiting';
  /** The user id of the post's author. */
  authorId: number;
  /** Starts a reply. Undefined if the viewer cannot reply to the comment. */
  onReply?: (() => void) | undefined;
  children?: ReactNode;
}

/** A comment with its actions. The children, such as its replies, are rendered below it. */
export function Comment({ comment, state = 'sent', authorId, onReply, children }: Props) {
  const { t } = useTranslation();
  const [editing, setEditing] = useState(false);
  const { user, createdAt, editedAt, content, links } = comment;
  const [link] = links ?? [];
  if (!user)
    return (
      <li className="flex gap-2.5">
        <span aria-hidden className="size-8 shrink-0 rounded-full bg-sunken" />
        <div className="min-w-0 flex-1">
          <p className="py-1 text-15 text-soft">{t('comment.gone')}</p>
          {children}
        </div>
      </li>
    );
  const name = nameOf(user);
  return (
    <li className={cx('flex gap-2.5', state === 'sending' && 'opacity-60')}>
      <Avatar src={user.profilePicture} size={32} />
      <div className="min-w-0 flex-1 text-15">
        <div className="flex flex-wrap items-baseline gap-x-2">
          <Link
            to="/user/$username"
            params={{ username: user.userName }}
            className={cx('max-w-full font-semibold underline-offset-4 hover:underline', touchTarget)}
          >
            <PersonName person={user} />
          </Link>
          <span className="text-13 text-soft">
            <Timestamp at={createdAt} as="comment" />
          </span>
          {editedAt && (
            <span title={postDate(editedAt)} className="text-13 text-soft">
              {t('comment.edited')}
            </span>
          )}
          {state === 'waiting' && <span className="text-13 text-soft">{t('common.waiting')}</span>}
        </div>
        {editing ? (
          <CommentEditor comment={comment} onDone={() => setEditing(false)} />
        ) : (
          <p className="mt-0.5 break-words whitespace-pre-wrap">
            <LiveText text={content} written={comment} />
          </p>
        )}
        {link && !editing && <LinkCard link={link} className="my-1 max-w-110" />}
        {state === 'sent' && !editing && (
          <div className="-my-1 -ml-2 flex items-center">
            <CommentLike comment={comment} name={name} />
            {onReply && (
              <button
                type="button"
                aria-label={t('comment.replyTo', { name })}
                className="min-h-11 min-w-11 rounded-full px-2 text-13 font-medium text-soft hover:bg-sunken"
                onClick={onReply}
              >
                {t('comment.reply')}
              </button>
            )}
            <CommentMenu comment={comment} name={name} authorId={authorId} onEdit={() => setEditing(true)} />
          </div>
        )}
        {children}
      </div>
    </li>
  );
}
