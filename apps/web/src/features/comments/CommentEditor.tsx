import { maxLengths } from '@kith/contracts/lengths';
import { visibleText } from '@kith/contracts/visibleText';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '../../lib/composing.ts';
import { failureText } from '../../lib/failure.ts';
import { trpc } from '../../lib/trpc.ts';
import type { CommentView } from '../../lib/types.ts';
import { Button } from '../../ui/Button.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { toast } from '../../ui/toast.tsx';
import { Completions, CompletionsFound } from '../completion/Completions.tsx';
import { useCompletion } from '../completion/useCompletion.ts';
import { patchComment } from './commentCache.ts';

/** A text field in place of the member's own comment. If saving fails, the field keeps the text. */
export function CommentEditor({ comment, onDone }: { comment: CommentView; onDone: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [text, setText] = useState(comment.content);
  const field = useRef<HTMLTextAreaElement>(null);
  const completion = useCompletion(field, text, setText);

  const { mutate, isPending } = trpc.comments.update.useMutation({
    onSuccess: ({ content, editedAt, links }) => {
      patchComment(client, comment.commentId, () => ({ content, editedAt, links }));
      onDone();
    },
    onError: (error) => toast(`${t('comment.editFailed')} ${failureText(error)}`, { variant: 'bad' }),
  });
  const save = () => {
    const content = visibleText(text);
    if (content && !isPending) mutate({ commentId: comment.commentId, content });
  };

  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || isComposing(event.nativeEvent)) return;
        // The event stops here, because Escape would otherwise also close the surrounding popup.
        event.stopPropagation();
        onDone();
      }}
    >
      <div className="relative">
        <TextArea
          ref={field}
          aria-label={t('comment.edit')}
          value={text}
          maxLength={maxLengths.comment}
          autoFocus
          onChange={(event) => setText(event.target.value)}
          {...completion.fieldProps}
          className="max-h-60 min-h-11 w-full rounded-card border border-line bg-sunken px-3 py-2 text-15 pointer-coarse:text-17"
        />
        {completion.options.length > 0 && <Completions completion={completion} before={null} />}
        <CompletionsFound count={completion.options.length} />
      </div>
      <div className="flex gap-2">
        <Button type="submit" small busy={isPending} disabled={!visibleText(text)}>
          {t('comment.save')}
        </Button>
        <Button variant="quiet" small onClick={onDone}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  );
}
