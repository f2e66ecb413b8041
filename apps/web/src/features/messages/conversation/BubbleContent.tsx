import { Link } from '@tanstack/react-router';
import ImageOff from 'lucide-react/icons/image-off';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStoredPicture } from '../../../lib/outbox/useStoredPicture.ts';
import { postAddress } from '../../../lib/popups.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { cx } from '../../../ui/cx.ts';
import { PersonName } from '../../../ui/PersonName.tsx';
import { Picture } from '../../../ui/Picture.tsx';
import type { Message, MessagePicture } from '../message.ts';
import { useChatActions } from './chatActions.ts';
import { localPicture, useUploaded } from './sendPicture.ts';

const PictureViewer = lazy(() => import('../../posts/PictureViewer.tsx'));

/** Returns an object URL for a picture sent from this page or waiting in the outbox. The URL is revoked on unmounting. */
function useLocalPicture(id: string, waits: boolean): string | undefined {
  const [url, setUrl] = useState<string>();
  const file = localPicture(id);
  const storedUrl = useStoredPicture(id, waits && !file);
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return file ? url : storedUrl;
}

interface LocalProps {
  id: string;
  /** Whether the picture is still in the outbox. */
  waits: boolean;
  tile: boolean;
}

/** A picture that the server has not processed yet, shown from its local file with the progress of the upload. */
function LocalPicture({ id, waits, tile }: LocalProps) {
  const { t } = useTranslation();
  const url = useLocalPicture(id, waits);
  const uploaded = useUploaded(id);
  return (
    <span
      className={cx(
        'relative block overflow-hidden rounded-card bg-surface',
        tile ? 'aspect-square' : 'w-64 max-w-full',
      )}
    >
      {url ? (
        <img
          src={url}
          alt={t('messages.picture')}
          draggable={false}
          className={tile ? 'size-full object-cover' : 'max-h-80 min-h-24 w-full object-contain'}
        />
      ) : (
        <span className="block aspect-video" />
      )}
      {uploaded !== null && (
        <progress
          aria-label={t('composer.uploading', { percent: Math.round(uploaded * 100) })}
          value={uploaded}
          max={1}
          className="absolute inset-x-2 bottom-2 h-1.5 w-[calc(100%-1rem)] accent-accent"
        />
      )}
    </span>
  );
}

interface Props {
  /** The picture on the server. Null while the picture waits in the outbox. */
  picture: MessagePicture | null;
  /** The message's key. For a message sent from this page, it is the message's client id. */
  sentAs: string;
  /** The sender's name. */
  name: string;
  tabIndex: number;
  /** Whether the picture is one of several consecutive ones, which form a grid. */
  tile: boolean;
}

/** The picture of a message. A click opens the full-screen viewer with all loaded pictures of the chat. */
export function BubblePicture({ picture, sentAs, name, tabIndex, tile }: Props) {
  const { t } = useTranslation();
  const { loadedPictures } = useChatActions();
  const [shown, setShown] = useState<ReturnType<typeof loadedPictures>>();
  if (!picture || (picture.status === 'processing' && localPicture(sentAs)))
    return <LocalPicture id={sentAs} waits={!picture} tile={tile} />;
  const label = picture.alt ?? t('messages.pictureOf', { name });
  if (picture.status !== 'ready')
    return (
      <p
        className={cx(
          'grid place-items-center rounded-card bg-surface p-4 text-center text-13 text-soft',
          tile ? 'aspect-square' : 'aspect-video w-64 max-w-full',
        )}
      >
        {picture.status === 'failed' && <ImageOff aria-hidden className="size-7" />}
        {t(picture.status === 'failed' ? 'post.imageFailed' : 'post.imageProcessing')}
      </p>
    );
  return (
    <>
      <button
        type="button"
        tabIndex={tabIndex}
        className={cx('block overflow-hidden rounded-card', tile ? 'w-full' : 'w-64 max-w-full')}
        onClick={(event) => {
          event.stopPropagation();
          setShown(loadedPictures());
        }}
      >
        <Picture source={picture} alt={label} sizes="256px" shape={tile ? 'square' : 'frame'} />
      </button>
      {shown && (
        <Suspense>
          <PictureViewer
            title={t('messages.pictureOf', { name })}
            pictures={shown}
            index={Math.max(
              0,
              shown.findIndex(({ imageId }) => imageId === picture.imageId),
            )}
            onClose={() => setShown(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

interface PostProps {
  /** Undefined while the message waits in the outbox. */
  post: NonNullable<Message['post']> | undefined;
  tabIndex: number;
}

/** A card for a post that was sent into a chat. For a viewer who may not see the post, a note replaces its content. */
export function BubblePost({ post, tabIndex }: PostProps) {
  const { t } = useTranslation();
  if (!post?.postId || !post.user)
    return (
      <p className="rounded-card bg-surface px-3 py-2.5 text-15 text-soft italic">
        {post ? t('messages.post.hidden') : t('post.title')}
      </p>
    );
  const { postId, user, caption, image } = post;
  return (
    <Link
      {...postAddress(postId)}
      tabIndex={tabIndex}
      data-own
      onClick={(event) => event.stopPropagation()}
      className="mb-1 block w-72 max-w-full overflow-hidden rounded-card bg-surface text-ink"
    >
      <span className="sr-only">{t('post.title')}: </span>
      {image?.status === 'ready' && <Picture source={image} alt={image.alt ?? ''} sizes="288px" />}
      <span className="flex items-center gap-2 px-3 pt-2.5">
        <Avatar src={user.profilePicture} size={32} />
        <span className="min-w-0 font-semibold">
          <PersonName person={user} />
        </span>
      </span>
      <span className="line-clamp-3 px-3 pt-1 pb-3 text-13 break-words text-soft">
        {caption || t('post.noCaption')}
      </span>
    </Link>
  );
}
