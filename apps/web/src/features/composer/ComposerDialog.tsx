import { maxAlbumPictures, maxPictures } from '@kith/contracts/lengths';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '../../lib/connection.ts';
import { readDraftPictures, storeDraftPictures } from '../../lib/outbox/pictures.ts';
import { pastedFiles } from '../../lib/pastedFiles.ts';
import { usePopup } from '../../lib/popups.ts';
import { takeSharedContent } from '../../lib/sharedContent.ts';
import { useStoredValue } from '../../lib/useStoredValue.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Form } from '../../ui/Field.tsx';
import { toast } from '../../ui/toast.tsx';
import EventFields from '../events/EventFields.tsx';
import { unsentEvent } from '../events/eventDraft.ts';
import { DraftLinkCard } from '../linkPreviews/DraftLinkCard.tsx';
import { draftLinkOf } from '../linkPreviews/draftLink.ts';
import { PollFields } from '../polls/PollFields.tsx';
import { pollProblem, writtenPoll } from '../polls/pollDraft.ts';
import { isEmpty, newDraft, storeAudience } from './draft.ts';
import { ExpiryChoice } from './ExpiryChoice.tsx';
import { KindChoice } from './KindChoice.tsx';
import { PicturePicker } from './PicturePicker.tsx';
import { PostChoices } from './PostChoices.tsx';
import { PostFields } from './PostFields.tsx';
import { PostText } from './PostText.tsx';
import { PublishState } from './PublishState.tsx';
import { completeDraft, type PostDraft } from './postDraft.ts';
import { storedPictures, toStored, useChosenPictures } from './useChosenPictures.ts';
import { usePostChecks } from './usePostChecks.ts';
import { enqueuePost, restoreDraft } from './waitingPost.ts';

/** The dialog for a new post. Its Cancel button discards the draft; closing the dialog in another way keeps it. */
export default function ComposerDialog() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { open, close } = usePopup();
  const { userId } = useViewer();
  const [stored, setDraft, clearDraft] = useStoredValue<Partial<PostDraft>>('composer', newDraft());
  const draft = completeDraft(stored);
  const [restored, setRestored] = useState(() => !isEmpty(draft));
  const { check, ...fields } = usePostChecks(draft, setDraft);
  const [pollError, setPollError] = useState<string>();
  const chosen = useChosenPictures({ draft: 'composer', max: draft.album ? maxAlbumPictures : maxPictures });
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const online = useOnline();

  // Adds what another app has shared with Kith to the draft.
  const addSharedContent = useEffectEvent(async () => {
    await readDraftPictures('composer');
    const { text, pictures } = await takeSharedContent();
    if (text) setDraft({ ...draft, text: [draft.text, text].filter(Boolean).join('\n') });
    if (pictures.length) chosen.add(pictures);
  });
  useEffect(() => void addSharedContent().catch(() => undefined), []);
  // Loads what the post's card on Home shows while the post is being sent, perhaps without a connection.
  useEffect(() => void import('./SendState.tsx').catch(() => undefined), []);
  const clearDrafts = () => {
    clearDraft();
    chosen.clear();
  };
  const startAfresh = () => {
    clearDrafts();
    chosen.empty();
    setRestored(false);
  };
  const cancel = () => {
    const pictures = chosen.newPictures.map(toStored);
    const undo = async () => {
      restoreDraft(draft);
      const all = [...pictures, ...(await readDraftPictures('composer'))];
      if (pictures.length) await storeDraftPictures('composer', all.slice(0, chosen.max));
      void open({ popup: 'compose' });
    };
    const wasEmpty = isEmpty(draft) && !pictures.length;
    clearDrafts();
    close();
    if (wasEmpty) return;
    toast(t('composer.cancelled'), { durationMs: 8_000, action: { label: t('common.undo'), run: () => void undo() } });
  };

  const submit = async () => {
    if (!check()) return;
    const wrongPoll = draft.poll && pollProblem(draft.poll);
    if (wrongPoll) return setPollError(t(`polls.${wrongPoll}`));
    if (!userId) return setError(t('composer.noUserId'));
    setBusy(true);
    storeAudience(draft);
    const pictures = await storedPictures(chosen.handOver());
    const { preview, links } = draftLinkOf(client, draft.text, draft.withoutPreview);
    const written = { ...draft, withoutPreview: preview === false ? draft.withoutPreview : undefined };
    const createdAt = new Date().toISOString();
    const poll = draft.poll && writtenPoll(draft.poll);
    const post = {
      draft: written,
      createdAt,
      pictures: pictures.length,
      ...(links && { links }),
      ...(draft.event && { event: unsentEvent(draft.event) }),
      ...(poll && { poll }),
    };
    await enqueuePost(post, pictures);
    clearDrafts();
    close();
    // Home shows the post at its top until it is sent.
    if (location.pathname === '/home') scrollTo({ top: 0 });
    if (!online) toast(t('composer.waiting'));
  };

  // The member wanted to publish pictures, but none is left. The submit button then says that the post has no picture, so that
  // nobody publishes one without a picture by mistake.
  const withoutPicture = chosen.refusal && !chosen.pictures.length;
  return (
    <Dialog
      title={t('composer.title')}
      onClose={close}
      footer={
        <>
          <PublishState error={error} />
          <Button variant="quiet" busy={busy} onClick={cancel}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form="composer" busy={busy} className="min-w-28">
            {t(withoutPicture ? 'composer.postWithoutPicture' : 'composer.submit')}
          </Button>
        </>
      }
    >
      <Form
        id="composer"
        className="flex flex-col gap-4 p-5"
        onPaste={(event) => {
          const files = pastedFiles(event.clipboardData);
          if (files) chosen.add(files);
        }}
        onSubmit={() => {
          if (!busy) void submit();
        }}
      >
        {(restored || chosen.restored || !online) && (
          <p
            role="status"
            className="flex flex-wrap items-center justify-between gap-x-4 rounded-card bg-sunken px-4 py-2.5 text-15 text-soft"
          >
            {online ? t('composer.restored') : t('composer.waiting')}
            {(restored || chosen.restored) && (
              <button
                type="button"
                className="-my-2.5 min-h-11 font-semibold text-accent-text underline-offset-4 hover:underline"
                onClick={startAfresh}
              >
                {t('composer.startAfresh')}
              </button>
            )}
          </p>
        )}
        <PostText {...fields.text} />
        {draft.poll && (
          <PollFields
            poll={draft.poll}
            error={pollError}
            onChange={(poll) => {
              setPollError(undefined);
              setDraft({ ...draft, poll });
            }}
            onRemove={() => setDraft({ ...draft, poll: undefined })}
          />
        )}
        <DraftLinkCard
          text={draft.text}
          withoutPreview={draft.withoutPreview}
          onRemove={(withoutPreview) => setDraft({ ...draft, withoutPreview })}
        />
        {draft.event && (
          <EventFields
            event={draft.event}
            {...fields.event}
            onRemove={() => setDraft({ ...draft, location: draft.event?.place ?? '', event: undefined })}
          />
        )}
        <PicturePicker chosen={chosen} busy={busy} />
        <PostFields draft={draft} onChange={setDraft} />
        <PostChoices draft={draft} onChange={setDraft}>
          <ExpiryChoice draft={draft} onChange={setDraft} />
          <KindChoice draft={draft} onChange={setDraft} />
        </PostChoices>
        {draft.album && <p className="text-13 text-soft">{t('album.hint', { count: maxAlbumPictures })}</p>}
      </Form>
    </Dialog>
  );
}
