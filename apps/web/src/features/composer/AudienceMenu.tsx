import * as Radix from '@radix-ui/react-dropdown-menu';
import Check from 'lucide-react/icons/check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Globe from 'lucide-react/icons/globe';
import Lock from 'lucide-react/icons/lock';
import MessageCircleOff from 'lucide-react/icons/message-circle-off';
import UsersRound from 'lucide-react/icons/users-round';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useViewer } from '../../lib/session.ts';
import type { PostDraft } from './sendPost.ts';

const icons = { public: Globe, friends: UsersRound, private: Lock };
const audiences = ['public', 'friends', 'private'] as const;
const commentChoices = ['everyone', 'friends', 'nobody'] as const;

interface ChoiceProps<V extends string> {
  legend: string;
  value: V;
  options: { value: V; label: string; hint?: string }[];
  onChange: (value: V) => void;
}

/** One of several; the menu stays open, so that the other question can be answered too. */
function Choice<V extends string>({ legend, value, options, onChange }: ChoiceProps<V>) {
  const id = useId();
  return (
    <Radix.RadioGroup value={value} onValueChange={(next) => onChange(next as V)} aria-labelledby={id}>
      <Radix.Label id={id} className="px-3 pt-2 pb-1 text-13 font-semibold text-soft">
        {legend}
      </Radix.Label>
      {options.map(({ value: each, label, hint }) => (
        <Radix.RadioItem
          key={each}
          value={each}
          onSelect={(event) => event.preventDefault()}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded-card px-3 py-1 outline-none data-highlighted:bg-sunken"
        >
          <span className="grid size-5 shrink-0 place-items-center text-accent-text">
            <Radix.ItemIndicator>
              <Check aria-hidden className="size-5" />
            </Radix.ItemIndicator>
          </span>
          <span className="min-w-0">
            <span className="block text-15 font-medium">{label}</span>
            {hint && <span className="block text-13 text-soft">{hint}</span>}
          </span>
        </Radix.RadioItem>
      ))}
    </Radix.RadioGroup>
  );
}

interface Props {
  draft: PostDraft;
  onChange: (draft: PostDraft) => void;
}

/** Who sees a post and who may comment on it. Not modal: see ui/Menu.tsx. */
export function AudienceMenu({ draft, onChange }: Props) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const Icon = icons[draft.audience];
  const shown = t(`audience.${draft.audience}`);
  const silent = draft.comments !== 'everyone' && draft.audience !== 'private';
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger className="inline-flex min-h-11 max-w-full items-center gap-2 self-start rounded-full border border-edge px-4 text-15 font-medium hover:bg-sunken">
        <span className="sr-only">{t('audience.who')}: </span>
        <Icon aria-hidden className="size-4.5 shrink-0" />
        <span>{shown}</span>
        {silent && (
          <span className="flex min-w-0 items-center gap-1.5 text-soft">
            <MessageCircleOff aria-hidden className="size-4 shrink-0" />
            <span className="sr-only">{t('audience.comments')}: </span>
            <span className="truncate">{t(`audience.${draft.comments}`)}</span>
          </span>
        )}
        <ChevronDown aria-hidden className="size-4 shrink-0 text-soft" />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align="start"
          sideOffset={4}
          collisionPadding={12}
          className="z-60 max-h-(--radix-dropdown-menu-content-available-height) w-72 max-w-[calc(100vw-1.5rem)] animate-rise overflow-y-auto rounded-card border border-line bg-surface p-1.5 text-ink shadow-float"
        >
          <Choice
            legend={t('audience.who')}
            value={draft.audience}
            options={audiences.map((value) => ({
              value,
              label: t(`audience.${value}`),
              hint: t(`audience.${value === 'public' && viewer.visibility === 'private' ? 'followers' : value}Hint`),
            }))}
            onChange={(audience) => onChange({ ...draft, audience })}
          />
          <Radix.Separator className="mx-3 my-1.5 h-px bg-line" />
          <Choice
            legend={t('audience.comments')}
            value={draft.comments}
            options={commentChoices.map((value) => ({ value, label: t(`audience.${value}`) }))}
            onChange={(next) => onChange({ ...draft, comments: next })}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
