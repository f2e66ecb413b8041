import { Link } from '@tanstack/react-router';
import ImageOff from 'lucide-react/icons/image-off';
import Play from 'lucide-react/icons/play';
import X from 'lucide-react/icons/x';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure, failureText } from '../../../lib/failure.ts';
import { useStoredPicture } from '../../../lib/outbox/useStoredPicture.ts';
import { playTime } from '../../../lib/playTime.ts';
import { postAddress } from '../../../lib/popups.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { lazyOptional } from '../../../ui/Optional.tsx';
import { PersonName } from '../../../ui/PersonName.tsx';
import { Picture } from '../../../ui/Picture.tsx';
import { ProgressRing } from '../../../ui/ProgressRing.tsx';
import { VideoMark } from '../../../ui/VideoMark.tsx';
import { usePreparedShare } from '../../composer/video/preparations.ts';
import { hasOtherClock } from '../../events/eventClock.ts';
import { pendingText } from '../../posts/PostPicture.tsx';
import { type Message, type MessagePicture, type MessageVoice, pictureBox } from '../message.ts';
import { labelOf, useChatActions } from './chatActions.tsx';
import { sentPicture } from './messageCache.ts';
import { discardMessage, useUploaded } from './pictureMessages.ts';

const EventHead = lazyOptional(async () => ({ default: (await import('../../events/EventHead.tsx')).EventHead }));
const BubbleVoice = lazy(() => import('../../voice/BubbleVoice.tsx'));
const PictureViewer = lazy(() => import('../../posts/PictureViewer.tsx'));

/** Returns an object URL for a picture sent from this page or waiting in the outbox. The URL is revoked on unmounting. */
function useLocalPicture(id: string, waits: boolean): string | undefined {
  const [url, setUrl] = useState<string>();
  const file = sentPicture(id);
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
  video: boolean;
}

/** A picture that the server has not processed yet, shown from its local file with the progress of its preparation or upload. */
function LocalPicture({ id, waits, tile, video }: LocalProps) {
  const { t } = useTranslation();
  const url = useLocalPicture(id, waits);
  const uploaded = useUploaded(id);
  const prepared = usePreparedShare(id);
  const share = prepared ?? uploaded;
  const [size, setSize] = useState<{ width: number; height: number }>();
  const { ratio, width } = pictureBox(size?.width, size?.height);
  return (
    <span
      className="relative block max-w-full overflow-hidden rounded-[inherit] bg-sunken"
      style={tile ? { aspectRatio: 1 } : { aspectRatio: ratio, width }}
    >
      {url && (
        <img
          src={url}
          alt={t(video ? 'video.title' : 'messages.picture')}
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setSize({ width: naturalWidth, height: naturalHeight })
          }
          className={cx('size-full', tile ? 'object-cover' : 'object-contain')}
        />
      )}
      {!url && video && share === null && (
        <span className="absolute inset-0 grid place-items-center p-4 text-center text-13 text-soft">
          {t('video.title')}
        </span>
      )}
      {share !== null && (
        <span className="absolute inset-0 m-auto size-11">
          <ProgressRing
            label={t(prepared === undefined ? 'composer.uploading' : 'video.preparing', {
              percent: Math.round(share * 100),
            })}
            fraction={share}
          />
          <IconButton
            label={t('messages.cancelSending')}
            className="absolute inset-0 text-over-picture hover:bg-transparent"
            onClick={(event) => {
              event.stopPropagation();
              discardMessage(id);
            }}
          >
            <X aria-hidden className="size-5" />
          </IconButton>
        </span>
      )}
    </span>
  );
}

interface Props {
  /** The picture on the server. Null while the picture waits in the outbox. */
  picture: MessagePicture | null;
  /** Whether what waits in the outbox is a video. */
  video?: boolean | undefined;
  /** The message's key. For a message sent from this page, it is the message's client id. */
  sentAs: string;
  /** The sender's name. */
  name: string;
  tabIndex: number;
  /** Whether the picture is one of several consecutive ones, which form a grid. */
  tile: boolean;
}

/** Marks a poster as that of a video, which a click plays in the viewer. */
function PlayMark({ durationMs }: { durationMs: number }) {
  const { t } = useTranslation();
  const length = playTime(durationMs);
  return (
    <>
      <span className="absolute inset-0 m-auto grid size-12 place-items-center rounded-full bg-veil text-over-picture">
        <Play aria-hidden className="size-5.5 translate-x-px fill-current" />
      </span>
      <VideoMark durationMs={durationMs} className="bottom-1.5 left-1.5" />
      <span className="sr-only">{t('video.length', { length })}</span>
    </>
  );
}

/** The picture or the video of a message. A click opens the full-screen viewer with all loaded pictures of the chat. */
export function BubblePicture({ picture, video = false, sentAs, name, tabIndex, tile }: Props) {
  const { t } = useTranslation();
  const { loadedPictures } = useChatActions();
  const [shown, setShown] = useState<ReturnType<typeof loadedPictures>>();
  const isVideo = picture ? picture.kind === 'video' : video;
  if (!picture || (picture.status === 'processing' && sentPicture(sentAs)))
    return <LocalPicture id={sentAs} waits={!picture} tile={tile} video={isVideo} />;
  if (picture.status !== 'ready')
    return (
      <p
        className={cx(
          'grid place-items-center rounded-[inherit] bg-sunken p-4 text-center text-13 text-soft',
          tile ? 'aspect-square' : 'aspect-video w-64 max-w-full',
        )}
      >
        {picture.status === 'failed' && <ImageOff aria-hidden className="size-7" />}
        {picture.failure ? failureText(new Failure(picture.failure.code)) : t(pendingText(isVideo, picture.status))}
      </p>
    );
  const { ratio, width } = pictureBox(picture.width, picture.height);
  return (
    <>
      <button
        type="button"
        tabIndex={tabIndex}
        className={cx('relative block max-w-full overflow-hidden rounded-[inherit]', tile && 'w-full')}
        style={tile ? undefined : { width }}
        onClick={(event) => {
          event.stopPropagation();
          setShown(loadedPictures());
        }}
      >
        <Picture
          source={picture}
          alt={labelOf(t, picture, name)}
          sizes={tile ? '176px' : `${Math.round(width)}px`}
          shape={tile ? 'square' : 'frame'}
          ratio={ratio}
        />
        {isVideo && <PlayMark durationMs={picture.durationMs ?? 0} />}
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

interface VoiceProps {
  /** The voice message on the server. Null while it waits in the outbox. */
  voice: MessageVoice | null;
  /** The length and the peaks of a voice message that waits in the outbox. */
  recorded: { durationMs: number; peaks: number[] } | undefined;
  sentAs: string;
  name: string;
  mine: boolean;
  /** Whether the message was sent to one member, who can listen to it or not. */
  direct: boolean;
  tabIndex: number;
}

/** Returns what a bubble says to its sender once the voice message was listened to, and to its receiver until then. */
function markOf({ listened }: MessageVoice, mine: boolean): 'new' | 'listened' | undefined {
  if (mine) return listened ? 'listened' : undefined;
  return listened ? undefined : 'new';
}

/** A voice message. One that was sent from this page is played from its local file until it is loaded again. */
export function BubbleVoiceMessage({ voice, recorded, sentAs, name, mine, direct, tabIndex }: VoiceProps) {
  const { t } = useTranslation();
  const { loadedVoices, listen } = useChatActions();
  const local = useLocalPicture(sentAs, !voice);
  const url = local ?? voice?.url;
  const mark = direct && voice ? markOf(voice, mine) : undefined;
  const { durationMs, peaks } = recorded ?? voice ?? { durationMs: 0, peaks: [] };
  if (!url)
    return (
      <span className="block h-11 w-68 max-w-full content-center text-13">
        {voice?.failure
          ? failureText(new Failure(voice.failure.code))
          : t(voice?.status === 'failed' ? 'voice.failed' : 'voice.preparing')}
      </span>
    );
  return (
    <Suspense fallback={<span className="block h-11 w-68 max-w-full" />}>
      <BubbleVoice
        track={{ key: sentAs, url, durationMs: durationMs ?? 0 }}
        peaks={peaks}
        name={name}
        all={loadedVoices}
        onStart={listen}
        mark={mark}
        tabIndex={tabIndex}
      />
    </Suspense>
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
  const { postId, user, caption, image, event } = post;
  return (
    <Link
      {...postAddress(postId)}
      tabIndex={tabIndex}
      data-own
      onClick={(event) => event.stopPropagation()}
      className="mb-1 block w-72 max-w-full overflow-hidden rounded-card bg-surface text-ink"
    >
      <span className="sr-only">{t('post.title')}: </span>
      {image?.status === 'ready' && (
        <span className="relative block">
          <Picture source={image} alt={image.alt ?? ''} sizes="288px" />
          {image.kind === 'video' && <PlayMark durationMs={image.durationMs ?? 0} />}
        </span>
      )}
      <span className="flex items-center gap-2 px-3 pt-2.5">
        <Avatar src={user.profilePicture} size={32} />
        <span className="min-w-0 font-semibold">
          <PersonName person={user} />
        </span>
      </span>
      <span className="line-clamp-3 px-3 pt-1 pb-3 text-13 break-words text-soft">
        {caption || t('post.noCaption')}
      </span>
      {event && (
        <span className={cx('block px-3 pb-3', hasOtherClock(event) ? 'min-h-25' : 'min-h-21')}>
          <Suspense fallback={null}>
            <EventHead event={event} />
          </Suspense>
        </span>
      )}
    </Link>
  );
}
