import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { commentTime } from '../../i18n/dates.ts';
import type { CommentView } from '../../lib/types.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { cx } from '../../ui/cx.ts';

interface Props {
  comment: Pick<CommentView, 'content' | 'createdAt' | 'user'>;
  state?: 'sent' | 'sending' | 'waiting';
}

export function Comment({ comment, state = 'sent' }: Props) {
  const { t } = useTranslation();
  const { user, createdAt, content } = comment;
  return (
    <li className={cx('flex gap-2.5', state === 'sending' && 'opacity-60')}>
      <Avatar src={user.profilePicture} size={32} />
      <div className="min-w-0 flex-1 text-15">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Link
            to="/user/$username"
            params={{ username: user.userName }}
            className="font-semibold underline-offset-4 hover:underline"
          >
            {user.userName}
          </Link>
          <time dateTime={createdAt} className="text-13 text-soft">
            {commentTime(createdAt)}
          </time>
          {state === 'waiting' && <span className="text-13 text-soft">{t('common.waiting')}</span>}
        </p>
        <p className="whitespace-pre-wrap">{content}</p>
      </div>
    </li>
  );
}
