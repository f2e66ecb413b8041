import SendHorizontal from 'lucide-react/icons/send-horizontal';
import { useTranslation } from '../../i18n/useTranslation.ts';
import { useViewer } from '../../lib/session.ts';
import { useDraft } from '../../lib/useDraft.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useAddComment } from './useAddComment.ts';

interface Props {
  postId: number;
  onSent: () => void;
}

export function CommentForm({ postId, onSent }: Props) {
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
        maxLength={1000}
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
