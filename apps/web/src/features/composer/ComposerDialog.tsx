import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dropDraftPictures } from '../../lib/outbox/pictures.ts';
import { usePopup } from '../../lib/popups.ts';
import { dropDraft, useDraft } from '../../lib/useDraft.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { PicturePicker } from './PicturePicker.tsx';
import { PostFields } from './PostFields.tsx';
import { PostText } from './PostText.tsx';
import { PublishState } from './PublishState.tsx';
import { emptyDraft, isEmpty } from './postDraft.ts';
import { useChosenPictures } from './useChosenPictures.ts';
import { usePublish } from './usePublish.ts';

/** Cancel forgets what was written; a popup closed by accident does not. */
export default function ComposerDialog() {
  const { t } = useTranslation();
  const { close } = usePopup();
  const navigate = useNavigate();
  const [draft, setDraft, clearDraft] = useDraft('composer', emptyDraft);
  const [restored] = useState(() => !isEmpty(draft));
  const [missing, setMissing] = useState(false);
  const chosen = useChosenPictures('composer');
  const { publish, busy, fraction, error, posted } = usePublish();

  useEffect(() => {
    // The words are out: closed now, the popup must not bring them back, however changed, to be posted once more.
    if (!posted || !(draft || chosen.pictures)) return;
    dropDraft('composer');
    void dropDraftPictures('composer');
  }, [posted, draft, chosen.pictures]);
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
    forget();
    close();
    if (published === 'waiting') return toast(t('composer.waiting'));
    const see = { label: t('composer.see'), run: () => void navigate({ to: '/account' }) };
    toast(t('composer.success'), { look: 'good', action: location.pathname === '/account' ? undefined : see });
  };

  // Whoever chose a picture that cannot be used is not made to post without one unawares.
  const withoutPicture = (posted || chosen.refusal) && !chosen.pictures.length;
  const submitWords = withoutPicture ? t('composer.postWithoutPicture') : t('composer.submit');
  return (
    <Dialog
      title={t('composer.title')}
      onClose={close}
      footer={
        <>
          <PublishState fraction={fraction} error={error} />
          <Button look="quiet" onClick={cancel}>
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
        <PicturePicker chosen={chosen} />
        <PostFields draft={draft} onChange={setDraft} />
      </form>
    </Dialog>
  );
}
