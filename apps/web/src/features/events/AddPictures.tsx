import { maxMentions } from '@kith/contracts/textParts';
import { useMutation } from '@tanstack/react-query';
import Images from 'lucide-react/icons/images';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { failureText } from '../../lib/failure.ts';
import { usePopup } from '../../lib/popups.ts';
import type { EventView, PostView } from '../../lib/types.ts';
import { readStoredValue, writeStoredValue } from '../../lib/useStoredValue.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toast.tsx';

/** After an event: opens the composer for an album of those who were there. */
export function AddPictures({ post, event }: { post: PostView; event: EventView }) {
  const { t } = useTranslation();
  const { userId } = useViewer();
  const { open } = usePopup();
  const compose = useMutation({
    mutationFn: async () => {
      const { items } = await api.events.answers.query({ postId: post.postId, answer: 'yes', limit: maxMentions });
      const others = [post.user, ...items].filter((each) => each.userId !== userId);
      // What the member has already written stays; the album has the audience of the event.
      const before = readStoredValue<{ people?: string; event?: object; poll?: object }>('composer', {});
      const { people = '', event: unfinishedEvent, poll: unfinishedPoll, ...draft } = before;
      const tagged = people.split(/\s+/).filter(Boolean);
      const names = new Set([...tagged, ...others.map(({ userName }) => `@${userName}`)]);
      const all = [...names].slice(0, Math.max(tagged.length, maxMentions)).join(' ');
      const { audience, audienceFrozen, comments } = post;
      writeStoredValue('composer', { ...draft, audience, audienceFrozen, comments, people: all, album: true });
      void open({ popup: 'compose' });
      if (!unfinishedEvent && !unfinishedPoll) return;
      const undo = { label: t('common.undo'), run: () => writeStoredValue('composer', before) };
      toast(t('composer.cancelled'), { action: undo });
    },
    onError: (error) => toast(failureText(error), { variant: 'bad' }),
  });
  if (post.userId !== userId && event.mine !== 'yes')
    return <p className="min-h-11 content-center">{t('events.was')}</p>;
  return (
    <Button variant="quiet" busy={compose.isPending} onClick={() => compose.mutate()}>
      <Images aria-hidden className="size-5" />
      {t('events.addPictures')}
    </Button>
  );
}
