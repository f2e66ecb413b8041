import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import { useTranslation } from 'react-i18next';
import { useMedia } from '../../lib/useMedia.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { Person } from './types.ts';
import { useTyping } from './useTyping.ts';

/** Who the chat is with; null while that is being asked. */
export function ChatHeader({ userId, person }: { userId: number; person: Person | null }) {
  const { t } = useTranslation();
  const router = useRouter();
  const navigate = useNavigate();
  const typing = useTyping(userId);
  const alone = useMedia('(width < 43.75rem)');
  const Heading = alone ? 'h1' : 'h2';

  const back = () => {
    if (router.state.location.state.opened) router.history.back();
    else void navigate({ to: '/messages', search: {}, replace: true });
  };

  return (
    <header className="flex min-h-16 shrink-0 items-center gap-3 border-b border-line px-2 rail:px-5">
      {alone && (
        <IconButton label={t('messages.back')} className="-mr-2" onClick={back}>
          <ArrowLeft aria-hidden className="size-6" />
        </IconButton>
      )}
      <Avatar src={person?.profilePicture ?? null} size={40} />
      <div className="min-w-0 flex-1">
        <Heading className="text-17 font-semibold">
          {person?.userName ? (
            <Link
              to="/user/$username"
              params={{ username: person.userName }}
              className="block min-h-6 w-fit max-w-full truncate underline-offset-4 hover:underline"
            >
              {person.userName}
            </Link>
          ) : person ? (
            <span className="text-soft italic">{t('messages.deleted')}</span>
          ) : (
            <>
              <span className="sr-only">{t('common.loading')}</span>
              <Skeleton className="h-4 w-28" />
            </>
          )}
        </Heading>
        {typing && <p className="animate-fade text-13 text-accent-text">{t('messages.typing')}</p>}
      </div>
    </header>
  );
}
