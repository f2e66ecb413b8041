import MessageCircle from 'lucide-react/icons/message-circle';
import { startTransition, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pastedFiles } from '../../lib/pastedFiles.ts';
import { usePopup } from '../../lib/popups.ts';
import type { PostView } from '../../lib/types.ts';
import { useStoredValue } from '../../lib/useStoredValue.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx';
import { Form } from '../../ui/Field.tsx';
import EventFields from '../events/EventFields.tsx';
import { draftOf } from './draft.ts';
import { PicturePicker } from './PicturePicker.tsx';
import { PostChoices } from './PostChoices.tsx';
import { PostFields } from './PostFields.tsx';
import { PostText } from './PostText.tsx';
import { PublishState } from './PublishState.tsx';
import { captionOf, type PostDraft } from './postDraft.ts';
import { useChosenPictures } from './useChosenPictures.ts';
import { useEditPost } from './useEditPost.ts';
import { usePostChecks } from './usePostChecks.ts';

/** Edits or deletes a post of the viewer. */
export default function PostEditor({ post }: { post: PostView }) {
  const { t } = useTranslation();
  const { open, close } = usePopup();
  const name = `edit-${post.postId}`;
  const [stored, setDraft, clearDraft] = useStoredValue<Partial<PostDraft>>(name, draftOf(post));
  const draft = { ...draftOf(post), ...stored };
  const [restored] = useState(
    () =>
      captionOf(draft, post.caption) !== post.caption ||
      draft.audience !== post.audience ||
      draft.audienceFrozen !== post.audienceFrozen,
  );
  const [confirming, setConfirming] = useState(false);
  const { check, ...fields } = usePostChecks(draft, setDraft, post);
  const chosen = useChosenPictures({ draft: name, posted: post.images });
  const { save, remove, busy, deleting, error } = useEditPost(post);

  const cancel = () => {
    clearDraft();
    chosen.clear();
    close();
  };

  const submit = async () => {
    if (check() && (await save(draft, chosen))) cancel();
  };

  return (
    <Dialog
      title={t('editor.title')}
      onClose={close}
      footer={
        <>
          <PublishState error={error} />
          <Button
            variant="danger"
            busy={deleting}
            onClick={() => startTransition(() => setConfirming(true))}
            className="mr-auto"
          >
            {deleting ? t('editor.deleting') : t('editor.delete')}
          </Button>
          <Button variant="quiet" busy={busy} onClick={cancel}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form="editor" busy={busy}>
            {busy ? t('editor.saving') : t('common.save')}
          </Button>
        </>
      }
    >
      <Form
        id="editor"
        className="flex flex-col gap-4 p-5"
        onPaste={(event) => {
          const files = pastedFiles(event.clipboardData);
          if (files && !post.album && !busy) chosen.add(files);
        }}
        onSubmit={() => {
          if (!busy) void submit();
        }}
      >
        {(restored || chosen.restored) && (
          <p role="status" className="rounded-card bg-sunken px-4 py-2.5 text-15 text-soft">
            {t('composer.restored')}
          </p>
        )}
        <PostText {...fields.text} />
        {draft.event && <EventFields event={draft.event} {...fields.event} />}
        {!post.album && <PicturePicker chosen={chosen} busy={busy} />}
        <PostFields draft={draft} onChange={setDraft} />
        <PostChoices draft={draft} onChange={setDraft} />
        <button
          type="button"
          onClick={() => void open({ post: post.postId }, true)}
          className="inline-flex min-h-11 items-center gap-2 self-start font-medium text-accent-text underline-offset-4 hover:underline"
        >
          <MessageCircle aria-hidden className="size-5" />
          {post.commentsCount > 0 ? t('editor.seePost', { count: post.commentsCount }) : t('editor.seePostAlone')}
        </button>
      </Form>
      {confirming && (
        <ConfirmDialog
          title={t('editor.confirmTitle')}
          question={t('editor.confirm')}
          yes={deleting ? t('editor.deleting') : t('editor.confirmYes')}
          busy={deleting}
          onClose={() => setConfirming(false)}
          onYes={async () => {
            if (await remove()) cancel();
            else setConfirming(false);
          }}
        />
      )}
    </Dialog>
  );
}
