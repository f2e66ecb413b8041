import { useQueryClient } from '@tanstack/react-query';
import MessageCircle from 'lucide-react/icons/message-circle';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { failureText } from '../../lib/failure.ts';
import { usePopup } from '../../lib/popups.ts';
import { useViewer } from '../../lib/session.ts';
import { trpc } from '../../lib/trpc.ts';
import type { PostView } from '../../lib/types.ts';
import { uploadFile } from '../../lib/upload.ts';
import { useDraft } from '../../lib/useDraft.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog, Dialog } from '../../ui/Dialog.tsx';
import { Picture } from '../../ui/Picture.tsx';
import { toast } from '../../ui/toast.tsx';
import { pictureAlt } from '../posts/PostPicture.tsx';
import { patchPost, removePost } from '../posts/postCache.ts';
import { AudienceMenu } from './AudienceMenu.tsx';
import { PicturePicker } from './PicturePicker.tsx';
import { PostFields } from './PostFields.tsx';
import { PostText } from './PostText.tsx';
import { PublishState } from './PublishState.tsx';
import { captionOf, draftOf, type PostDraft } from './sendPost.ts';
import { useChosenPictures } from './useChosenPictures.ts';

/** Saves and deletes one's own post; each tells whether it is done. */
function useEditPost({ postId, caption }: PostView) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const utils = trpc.useUtils();
  const { userId } = useViewer();
  const [busy, setBusy] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const [fraction, setFraction] = useState<number | null>(null);
  const [error, setError] = useState<string>();

  const save = async (draft: PostDraft, picture: File | undefined): Promise<boolean> => {
    setBusy(true);
    setError(undefined);
    try {
      const location = draft.location.trim() || null;
      const { audience, comments } = draft;
      const input = { postId, userId, caption: captionOf(draft, caption), location, latitude: null, longitude: null };
      patchPost(client, postId, await api.posts.update.mutate({ ...input, audience, comments }));
      if (picture) {
        setFraction(0);
        patchPost(client, postId, await uploadFile<PostView>(`/posts/${postId}/image`, picture, setFraction));
      }
      toast(t('editor.saved'), { look: 'good' });
      return true;
    } catch (failure) {
      setError(t('editor.failed', { message: failureText(failure) }));
      return false;
    } finally {
      setFraction(null);
      setBusy(false);
    }
  };

  const remove = async (): Promise<boolean> => {
    setDeleting(true);
    setError(undefined);
    try {
      await api.posts.delete.mutate({ postId });
      removePost(client, postId);
      void utils.auth.session.invalidate();
      toast(t('editor.deleted'), { look: 'good' });
      return true;
    } catch {
      setError(t('editor.deleteFailed'));
      return false;
    } finally {
      setDeleting(false);
    }
  };

  return { save, remove, busy, deleting, fraction, error };
}

export function PostEditor({ post }: { post: PostView }) {
  const { t } = useTranslation();
  const { open, close } = usePopup();
  const [kept, setDraft, dropDraft] = useDraft<Partial<PostDraft>>(`edit-${post.postId}`, draftOf(post));
  const draft = { ...draftOf(post), ...kept };
  const [restored] = useState(
    () => captionOf(draft, post.caption) !== post.caption || draft.audience !== post.audience,
  );
  const [asking, setAsking] = useState(false);
  const [missing, setMissing] = useState(false);
  const chosen = useChosenPictures();
  const { save, remove, busy, deleting, fraction, error } = useEditPost(post);

  const cancel = () => {
    dropDraft();
    close();
  };

  const submit = async () => {
    if (!draft.text.trim()) return setMissing(true);
    if (await save(draft, chosen.pictures[0]?.file)) cancel();
  };

  return (
    <Dialog
      title={t('editor.title')}
      onClose={close}
      footer={
        <>
          <PublishState fraction={fraction} error={error} />
          <Button look="danger" busy={deleting} onClick={() => setAsking(true)} className="mr-auto">
            {deleting ? t('editor.deleting') : t('editor.delete')}
          </Button>
          <Button look="quiet" busy={busy} onClick={cancel}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" form="editor" busy={busy}>
            {busy ? t('editor.saving') : t('common.save')}
          </Button>
        </>
      }
    >
      <form
        id="editor"
        noValidate
        className="flex flex-col gap-4 p-5"
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void submit();
        }}
      >
        {restored && (
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
        {post.image?.status === 'ready' && !chosen.pictures.length && (
          <Picture
            source={post.image}
            alt={pictureAlt(t, post, post.images[0])}
            sizes="(min-width: 35rem) 520px, 100vw"
            className="max-h-96 rounded-card"
          />
        )}
        <PicturePicker chosen={chosen} label={post.image ? t('editor.replacePicture') : t('composer.addPicture')} />
        <PostFields draft={draft} onChange={setDraft} />
        <button
          type="button"
          onClick={() => void open({ post: post.postId }, true)}
          className="inline-flex min-h-11 items-center gap-2 self-start font-medium text-accent-text underline-offset-4 hover:underline"
        >
          <MessageCircle aria-hidden className="size-5" />
          {post.commentsCount > 0 ? t('editor.seePost', { count: post.commentsCount }) : t('editor.seePostAlone')}
        </button>
      </form>
      {asking && (
        <ConfirmDialog
          title={t('editor.confirmTitle')}
          question={t('editor.confirm')}
          yes={deleting ? t('editor.deleting') : t('editor.confirmYes')}
          busy={deleting}
          onClose={() => setAsking(false)}
          onYes={async () => {
            if (await remove()) cancel();
            else setAsking(false);
          }}
        />
      )}
    </Dialog>
  );
}
