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

/** The maximum number of guests whom the album of an event mentions. */
const mentioned = 30;

/** After an event: opens the composer for an album of those who were there. */
export function AddPictures({ post, event }: { post: PostView; event: EventView }) {
  const { t } = useTranslation();
  const { userId } = useViewer();
  const { open } = usePopup();
  const compose = useMutation({
    mutationFn: async () => {
      const { items } = await api.events.answers.query({ postId: post.postId, answer: 'yes', limit: mentioned });
      const names = items.filter((each) => each.userId !== userId).map(({ userName }) => `@${userName}`);
      // What the member has already written stays; the album has the audience of the event.
      const { people = '', ...draft } = readStoredValue<{ people?: string }>('composer', {});
      const all = [...new Set([...people.split(/\s+/).filter(Boolean), ...names])].join(' ');
      const { audience, audienceFrozen, comments } = post;
      const album = { people: all, album: true, event: undefined, poll: undefined };
      writeStoredValue('composer', { ...draft, audience, audienceFrozen, comments, ...album });
      void open({ popup: 'compose' });
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
