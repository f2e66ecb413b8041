import EyeOff from 'lucide-react/icons/eye-off';
import { useTranslation } from 'react-i18next';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Picture } from '../../../ui/Picture.tsx';
import { PostLink } from '../../posts/PostLink.tsx';
import type { Message } from '../message.ts';

interface Props {
  post: NonNullable<Message['post']>;
  tabIndex: number;
}

/** A post in a message: its first picture, author and words, which lead to it; a quiet line for who does not see it. */
export function PostInChat({ post: { postId, user, caption, image }, tabIndex }: Props) {
  const { t } = useTranslation();
  if (postId === null || user === null)
    return (
      <p className="flex w-64 max-w-full items-center gap-2 rounded-card bg-surface p-3 text-13 text-soft">
        <EyeOff aria-hidden className="size-4 shrink-0" />
        {t('postInChat.away')}
      </p>
    );
  return (
    <PostLink
      postId={postId}
      tabIndex={tabIndex}
      label={t('postInChat.by', { name: user.userName })}
      onClick={(event) => event.stopPropagation()}
      className="block w-64 max-w-full overflow-hidden rounded-card bg-surface text-ink"
    >
      {image && <Picture source={image} alt={image.alt ?? ''} sizes="256px" />}
      <span data-own className="flex flex-col gap-1 p-3">
        <span className="flex items-center gap-2">
          <Avatar src={user.profilePicture} size={32} />
          <span className="min-w-0 flex-1 truncate text-15 font-semibold">{user.userName}</span>
        </span>
        <span dir="auto" className="line-clamp-3 text-15 break-words text-soft empty:hidden">
          {caption}
        </span>
      </span>
    </PostLink>
  );
}
