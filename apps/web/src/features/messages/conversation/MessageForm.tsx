import { visibleText } from '@kith/contracts/visibleText';
import { useQueryClient } from '@tanstack/react-query';
import Check from 'lucide-react/icons/check';
import SendHorizontal from 'lucide-react/icons/send-horizontal';
import X from 'lucide-react/icons/x';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { failureText } from '../../../lib/failure.ts';
import type { WrittenPoll } from '../../../lib/outbox/payloads.ts';
import { enqueue } from '../../../lib/outbox/store.ts';
import { trpc } from '../../../lib/trpc.ts';
import type { Member } from '../../../lib/types.ts';
import { useMedia } from '../../../lib/useMedia.ts';
import { useStoredValue } from '../../../lib/useStoredValue.ts';
import { useViewer } from '../../../lib/viewerContext.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { toast } from '../../../ui/toast.tsx';
import { toStored, type useChosenPictures } from '../../composer/useChosenPictures.ts';
import { DraftLinkCard } from '../../linkPreviews/DraftLinkCard.tsx';
import { draftLinkOf } from '../../linkPreviews/draftLink.ts';
import { canRecord } from '../../voice/recording.ts';
import { type ChosenChat, draftNameOf, recipientOf } from '../chat.ts';
import { changeMessage } from '../list/listCache.ts';
import type { Quote } from '../message.ts';
import { quotedText } from '../messageText.ts';
import type { Target } from './chatActions.tsx';
import { MessageField } from './MessageField.tsx';
import { AttachButtons, PictureTray } from './PictureTray.tsx';
import { enqueuePictures, enqueueVoice } from './pictureMessages.ts';

const PollDialog = lazy(() => import('../../polls/PollDialog.tsx'));
const VoiceRecorder = lazy(() => import('../../voice/VoiceRecorder.tsx'));

const typingIntervalMs = 3_000;

/** Sends messages to a chat. Each message stays in the outbox until the server acknowledges it. Typing events are throttled. */
function useSend(chat: ChosenChat) {
  const client = useQueryClient();
  const typingSentAt = useRef(0);

  const send = (
    typed: string,
    quote: Quote | undefined,
    withoutPreview: string | undefined,
    poll?: WrittenPoll,
  ): boolean => {
    const content = visibleText(typed);
    if (!content) return false;
    typingSentAt.current = 0;
    const createdAt = new Date().toISOString();
    const link = draftLinkOf(client, content, withoutPreview);
    enqueue('message', {
      ...recipientOf(chat),
      content,
      createdAt,
      ...(quote && { quote }),
      ...(poll && { poll }),
      ...link,
    });
    return true;
  };

  const announceTyping = () => {
    const withUserId = chat.userId;
    if (withUserId === undefined || Date.now() - typingSentAt.current < typingIntervalMs || !navigator.onLine) return;
    typingSentAt.current = Date.now();
    // Failures are ignored, because a lost typing event does no harm.
    api.messages.typing.mutate({ withUserId }).catch(() => undefined);
  };
  return { send, announceTyping };
}

/** Shown above the field while the member writes a reply or edits a message; has a button to cancel. */
function TargetBar({ target, nameOf, onCancel }: Pick<Props, 'nameOf'> & { target: Target; onCancel: () => void }) {
  const { t } = useTranslation();
  const { userId } = useViewer();
  const { senderId } = target.quote;
  const editing = target.kind === 'edit';
  return (
    <div className="mx-auto mb-2 flex max-w-190 animate-fade items-center gap-2 border-l-4 border-accent-text pl-3">
      <p className="min-w-0 flex-1 text-13">
        <span className="block font-semibold text-accent-text">
          {editing
            ? t('messages.editing')
            : senderId === userId
              ? t('messages.replyToSelf')
              : t('messages.replyTo', { name: nameOf(senderId) })}
        </span>
        <span className="line-clamp-1 break-words text-soft">{quotedText(t, target.quote)}</span>
      </p>
      <IconButton label={t(editing ? 'messages.cancelEdit' : 'messages.cancelReply')} onClick={onCancel}>
        <X aria-hidden className="size-5" />
      </IconButton>
    </div>
  );
}

interface Props {
  chosen: ChosenChat;
  nameOf: (userId: number) => string;
  target: Target | null;
  onDone: () => void;
  onSent: () => void;
  pictures: ReturnType<typeof useChosenPictures>;
  /** The other members of a group, whose names are completed; empty in a direct chat. */
  members: readonly Member[];
}

/** The form for editing a sent message. If saving fails, the field keeps the text. */
function EditForm({ target, nameOf, onDone, members }: Props & { target: Target }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { userId: me } = useViewer();
  const [text, setText] = useState(target.content);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const { mutate, isPending } = trpc.messages.edit.useMutation({
    onSuccess: (message) => {
      changeMessage(client, me, message);
      onDone();
    },
    onError: (error) => toast(`${t('messages.editFailed')} ${failureText(error)}`, { variant: 'bad' }),
  });
  const save = () => {
    const content = visibleText(text);
    if (!content || isPending) return;
    if (content === target.content) onDone();
    else mutate({ messageId: target.messageId, content });
  };
  return (
    <MessageField
      field={field}
      members={members}
      above={<TargetBar target={target} nameOf={nameOf} onCancel={onDone} />}
      label={t('messages.editField')}
      submitLabel={t('messages.save')}
      icon={<Check aria-hidden className="size-5" />}
      text={text}
      busy={isPending}
      onText={setText}
      onSubmit={save}
      onEscape={onDone}
    />
  );
}

/** The form for a new message or a reply. A text that is not sent yet survives a reload. */
function NewForm({
  chosen,
  nameOf,
  target,
  onDone,
  onSent,
  pictures,
  members,
  recording,
  onRecording,
}: Props & { recording: boolean; onRecording: (active: boolean) => void }) {
  const { t } = useTranslation();
  const [text, setText, clear] = useStoredValue(draftNameOf(chosen), '');
  const { send, announceTyping } = useSend(chosen);
  const [withoutPreview, setWithoutPreview] = useState<string>();
  const [polling, setPolling] = useState(false);
  const hasPictures = pictures.newPictures.length > 0;
  const field = useRef<HTMLTextAreaElement>(null);
  const hasKeys = useMedia('(hover: hover) and (pointer: fine)');
  useEffect(() => {
    if (hasKeys || target) field.current?.focus();
  }, [hasKeys, target]);

  const submit = () => {
    if (hasPictures) {
      enqueuePictures(chosen, pictures.handOver().map(toStored));
      pictures.empty();
    }
    // The text arrives after the pictures.
    if (!send(text, target?.quote, withoutPreview) && !hasPictures) return;
    clear();
    setWithoutPreview(undefined);
    onSent();
    if (visibleText(text)) onDone();
    field.current?.focus();
  };
  return (
    <>
      <MessageField
        field={field}
        members={members}
        above={
          <>
            {target && <TargetBar target={target} nameOf={nameOf} onCancel={onDone} />}
            <DraftLinkCard
              text={text}
              withoutPreview={withoutPreview}
              onRemove={setWithoutPreview}
              className="mx-auto mb-2 max-w-190"
            />
            <PictureTray chosen={pictures} />
          </>
        }
        after={<AttachButtons chosen={pictures} onPoll={() => setPolling(true)} />}
        hasContent={hasPictures}
        instead={
          canRecord() && (
            <Suspense fallback={<span className="size-11 shrink-0" />}>
              <VoiceRecorder
                onActive={onRecording}
                onSend={(voice) => {
                  void enqueueVoice(chosen, voice);
                  onSent();
                }}
              />
            </Suspense>
          )
        }
        keepsInstead={recording}
        onFiles={pictures.add}
        label={t('messages.write')}
        submitLabel={t('messages.send')}
        icon={<SendHorizontal aria-hidden className="size-5" />}
        text={text}
        onText={(next) => {
          setText(next);
          if (visibleText(next)) announceTyping();
        }}
        onSubmit={submit}
        onEscape={onDone}
      />
      {polling && (
        <Suspense fallback={null}>
          <PollDialog
            draft={draftNameOf(chosen)}
            question={text}
            onClose={() => setPolling(false)}
            onSend={(question, poll) => {
              setPolling(false);
              send(question, target?.quote, withoutPreview, poll);
              if (question === visibleText(text)) clear();
              onSent();
              onDone();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/**
 * The input of a chat. While a sent message is being edited, the draft of the new message is kept. An edit begins once a voice
 * message that is being recorded is sent or discarded.
 */
export function MessageForm(props: Props) {
  const { target } = props;
  const [recording, setRecording] = useState(false);
  return target?.kind === 'edit' && !recording ? (
    <EditForm key={target.messageId} {...props} target={target} />
  ) : (
    <NewForm {...props} recording={recording} onRecording={setRecording} />
  );
}
