import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf, failureText } from '../../lib/failure.ts';
import { dropDraftPictures, keepPicture } from '../../lib/outbox/pictures.ts';
import { deliver } from '../../lib/outbox/send.ts';
import { enqueue, uuid } from '../../lib/outbox/store.ts';
import { usePopup } from '../../lib/popups.ts';
import { useViewer } from '../../lib/session.ts';
import type { PostView } from '../../lib/types.ts';
import { dropDraft, useDraft } from '../../lib/useDraft.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { AudienceMenu } from './AudienceMenu.tsx';
import { ExpiryChoice } from './ExpiryChoice.tsx';
import { PicturePicker } from './PicturePicker.tsx';
import { PostFields } from './PostFields.tsx';
import { PostText } from './PostText.tsx';
import { PublishState } from './PublishState.tsx';
import { isEmpty, keepReach, newDraft, type PostDraft, sendPicture, sendWords, wholeDraft } from './sendPost.ts';
import { useChosenPictures } from './useChosenPictures.ts';

export type Published = 'out' | 'waiting' | 'failed';

/**
 * Posts the words, then the picture. When the picture fails the words are out already, so the next try sends only the
 * picture; when the words fail the same client id makes the retry harmless. Without a connection both wait.
 */
export function usePublish() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { userId } = useViewer();
  const clientId = useRef(uuid());
  const [posted, setPosted] = useState<PostView | null>(null);
  const [busy, setBusy] = useState(false);
  const [fraction, setFraction] = useState<number | null>(null);
  const [error, setError] = useState<string>();

  /** The post whose words are out, or null when they wait. */
  const write = async (draft: PostDraft, picture: File | undefined): Promise<PostView | null> => {
    const payload = { draft, createdAt: new Date().toISOString(), pictured: picture !== undefined };
    const send = () => sendWords(client, userId, draft, clientId.current);
    const keep = () => (picture ? keepPicture(clientId.current, picture) : Promise.resolve());
    const post = await deliver('post', clientId.current, payload, send, keep);
    if (post) setPosted(post);
    return post;
  };

  const upload = async ({ postId }: PostView, draft: PostDraft, picture: File): Promise<Published> => {
    setFraction(0);
    try {
      await sendPicture(client, postId, picture, setFraction);
      return 'out';
    } catch (failure) {
      if (failureOf(failure).code !== 'network') throw failure;
      await keepPicture(clientId.current, picture);
      enqueue('post', { draft, createdAt: new Date().toISOString(), pictured: true, postId }, clientId.current);
      return 'waiting';
    }
  };

  const publish = async (draft: PostDraft, picture: File | undefined): Promise<Published> => {
    if (!userId) {
      setError(t('composer.noUserId'));
      return 'failed';
    }
    setError(undefined);
    setBusy(true);
    let post = posted;
    try {
      post ??= await write(draft, picture);
      if (!post) return 'waiting';
      return picture ? await upload(post, draft, picture) : 'out';
    } catch (failure) {
      const message = failureText(failure);
      setError(post ? t('composer.pictureFailed', { message }) : t('composer.failed', { message }));
      return 'failed';
    } finally {
      setFraction(null);
      setBusy(false);
    }
  };

  return { publish, busy, fraction, error, posted: posted !== null };
}

/** Cancel forgets what was written; a popup closed by accident does not. */
export default function ComposerDialog() {
  const { t } = useTranslation();
  const { close } = usePopup();
  const navigate = useNavigate();
  const [kept, setDraft, clearDraft] = useDraft<Partial<PostDraft>>('composer', newDraft());
  const draft = wholeDraft(kept);
  const [restored] = useState(() => !isEmpty(draft));
  const [missing, setMissing] = useState(false);
  const chosen = useChosenPictures('composer');
  const { publish, busy, fraction, error, posted } = usePublish();

  useEffect(() => {
    // The text is published already and only the picture failed: a kept draft would be posted a second time.
    if (!posted || !(kept || chosen.pictures)) return;
    dropDraft('composer');
    void dropDraftPictures('composer');
  }, [posted, kept, chosen.pictures]);
  const forget = () => {
    clearDraft();
    chosen.clear();
  };
  const cancel = () => {
    forget();
    close();
  };

  const submit = async () => {
    if (!draft.text.trim()) return setMissing(true);
    const published = await publish(draft, chosen.pictures[0]?.file);
    if (published === 'failed') return;
    keepReach(draft);
    forget();
    close();
    if (published === 'waiting') return toast(t('composer.waiting'));
    const see = { label: t('composer.see'), run: () => void navigate({ to: '/account' }) };
    toast(t('composer.success'), { look: 'good', action: location.pathname === '/account' ? undefined : see });
  };

  // Says so on the button, so that nobody posts without the picture by mistake.
  const withoutPicture = (posted || chosen.refusal) && !chosen.pictures.length;
  const submitWords = withoutPicture ? t('composer.postWithoutPicture') : t('composer.submit');
  return (
    <Dialog
      title={t('composer.title')}
      onClose={close}
      footer={
        <>
          <PublishState fraction={fraction} error={error} />
          <Button look="quiet" busy={busy} onClick={cancel}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form="composer" busy={busy} className="min-w-28">
            {busy ? t('composer.submitting') : submitWords}
          </Button>
        </>
      }
    >
      <form
        id="composer"
        noValidate
        className="flex flex-col gap-4 p-5"
        onPaste={(event) => {
          if (event.clipboardData.files.length) chosen.add(event.clipboardData.files);
        }}
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void submit();
        }}
      >
        {(restored || chosen.restored) && (
          <p role="status" className="rounded-card bg-sunken px-4 py-2.5 text-15 text-soft">
            {t('composer.restored')}
          </p>
        )}
        <PostText
          value={draft.text}
          error={missing ? t('errors.caption-required') : undefined}
          onChange={(text) => {
            setMissing(false);
            setDraft({ ...draft, text });
          }}
        />
        <AudienceMenu draft={draft} onChange={setDraft} />
        <PicturePicker chosen={chosen} />
        <PostFields draft={draft} onChange={setDraft} />
        <ExpiryChoice draft={draft} onChange={setDraft} />
      </form>
    </Dialog>
  );
}
