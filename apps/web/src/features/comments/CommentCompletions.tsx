import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import type { WrittenLink } from '../../lib/outbox/payloads.ts';
import { Completions, CompletionsFound } from '../completion/Completions.tsx';
import { useCompletion } from '../completion/useCompletion.ts';
import { DraftLinkCard } from '../linkPreviews/DraftLinkCard.tsx';
import { draftLinkOf } from '../linkPreviews/draftLink.ts';

type FieldProps = ReturnType<typeof useCompletion>['fieldProps'];

/** The event handlers that the text field must call while completions are available, and what is sent about the text's link. */
export type FieldKeys = Pick<FieldProps, 'onKeyDown' | 'onSelect' | 'onInput' | 'onBlur'> & { link: () => WrittenLink };

interface Props {
  field: RefObject<HTMLTextAreaElement | null>;
  text: string;
  setText: (text: string) => void;
  /** Holds the handlers while this component is mounted, otherwise null. */
  keys: RefObject<FieldKeys | null>;
}

/**
 * Completes member names and tags in a comment's field, and shows the preview of its link. The code is loaded when the field is
 * first focused.
 */
export default function CommentCompletions({ field, text, setText, keys }: Props): ReactNode {
  const client = useQueryClient();
  const [withoutPreview, setWithoutPreview] = useState<string>();
  // The next comment may have the same link.
  if (!text && withoutPreview) setWithoutPreview(undefined);
  const completion = useCompletion(field, text, setText);
  const { onKeyDown, onSelect, onInput, onBlur, ...marks } = completion.fieldProps;
  useLayoutEffect(() => {
    const input = field.current;
    const link = () => draftLinkOf(client, text, withoutPreview);
    keys.current = { onKeyDown, onSelect, onInput, onBlur, link };
    for (const [name, value] of Object.entries(marks)) input?.setAttribute(name, String(value));
    return () => {
      keys.current = null;
      for (const name of Object.keys(marks)) input?.removeAttribute(name);
    };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, for text typed before this component was loaded.
  useEffect(() => {
    if (document.activeElement === field.current) onSelect();
  }, []);
  return (
    <>
      {completion.options.length > 0 && <Completions completion={completion} before={null} />}
      <CompletionsFound count={completion.options.length} />
      <DraftLinkCard text={text} withoutPreview={withoutPreview} onRemove={setWithoutPreview} className="mt-2" />
    </>
  );
}
