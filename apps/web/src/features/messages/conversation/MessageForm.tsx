import { longest } from '@kith/contracts/lengths';

import SendHorizontal from 'lucide-react/icons/send-horizontal';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { enqueue } from '../../../lib/outbox/store.ts';
import { useDraft } from '../../../lib/useDraft.ts';
import { useMedia } from '../../../lib/useMedia.ts';
import { cx } from '../../../ui/cx.ts';
import { TextArea } from '../../../ui/TextArea.tsx';

const pause = 3_000;

/** Sends to one person: the words wait in the outbox until the server has them. Typing is toldAt now and then. */
function useSend(receiverId: number) {
  const toldAt = useRef(0);

  const send = (typed: string): boolean => {
    const content = typed.trim();
    if (!content) return false;
    toldAt.current = 0;
    enqueue('message', { receiverId, content, createdAt: new Date().toISOString() });
    return true;
  };

  const announceTyping = () => {
    if (Date.now() - toldAt.current < pause || !navigator.onLine) return;
    toldAt.current = Date.now();
    // Nothing depends on it, so a failure is ignored.
    api.messages.typing.mutate({ withUserId: receiverId }).catch(() => undefined);
  };
  return { send, announceTyping };
}

const nearEnd = 200;

/** Enter sends, Shift+Enter breaks the line; what is half written survives a reload. */
export function MessageForm({ userId }: { userId: number }) {
  const { t } = useTranslation();
  const [text, setText, clear] = useDraft(`message.${userId}`, '');
  const { send, announceTyping } = useSend(userId);
  const field = useRef<HTMLTextAreaElement>(null);
  const hasKeys = useMedia('(hover: hover) and (pointer: fine)');
  useEffect(() => {
    if (hasKeys) field.current?.focus();
  }, [hasKeys]);

  const submit = () => {
    if (send(text)) clear();
    field.current?.focus();
  };
  const left = longest.message - text.length;
  return (
    <form
      className="shrink-0 border-t border-line px-3 py-2.5 rail:px-5"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="mx-auto flex max-w-190 items-end gap-2">
        <TextArea
          ref={field}
          aria-label={t('messages.write')}
          placeholder={t('messages.write')}
          value={text}
          maxLength={longest.message}
          enterKeyHint="send"
          onChange={(event) => {
            setText(event.target.value);
            if (event.target.value.trim()) announceTyping();
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            submit();
          }}
          className="max-h-40 min-h-11 w-full rounded-[22px] border border-transparent bg-sunken px-4 py-2.5 text-15 outline-none hover:border-line focus:border-edge pointer-coarse:text-17"
        />
        <button
          type="submit"
          aria-label={t('messages.send')}
          title={t('messages.send')}
          aria-disabled={!text.trim()}
          className={cx(
            'grid size-11 shrink-0 place-items-center rounded-full transition-colors',
            text.trim() ? 'bg-accent text-accent-ink hover:bg-accent-strong' : 'bg-sunken text-soft',
          )}
        >
          <SendHorizontal aria-hidden className="size-5" />
        </button>
      </div>
      <p role="status" className="mx-auto max-w-190 px-4 text-13 text-soft not-empty:pt-1">
        {left <= nearEnd && t('messages.left', { count: left })}
      </p>
    </form>
  );
}
