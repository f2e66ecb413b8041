import * as Radix from '@radix-ui/react-dropdown-menu';
import Check from 'lucide-react/icons/check';
import Globe from 'lucide-react/icons/globe';
import Lock from 'lucide-react/icons/lock';
import Star from 'lucide-react/icons/star';
import UsersRound from 'lucide-react/icons/users-round';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePopup } from '../../lib/popups.ts';
import { trpc } from '../../lib/trpc.ts';
import type { Member } from '../../lib/types.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { ChoiceMenu, Choices, OptionText, optionRow } from '../../ui/ChoiceMenu.tsx';
import { PersonName } from '../../ui/PersonName.tsx';
import type { PostDraft } from './postDraft.ts';

const icons = { public: Globe, friends: UsersRound, close: Star, private: Lock };
const audiences = ['public', 'friends', 'close', 'private'] as const;

const friendsInput = { limit: 500 };

/**
 * Returns the viewer's friends and close friends. The queries run when the menu opens, and before that only for the chosen
 * `audience`.
 */
function useAudienceMembers(audience?: PostDraft['audience']): Record<'friends' | 'close', Member[] | undefined> {
  const enabled = (kind: PostDraft['audience']) => ({ enabled: audience === undefined || audience === kind });
  return {
    friends: trpc.follows.friends.useQuery(friendsInput, enabled('friends')).data?.items,
    close: trpc.closeFriends.list.useQuery(friendsInput, enabled('close')).data?.items,
  };
}

const item =
  'flex min-h-11 cursor-pointer items-center rounded-card pr-3 pl-11 text-13 font-semibold text-accent-text outline-none data-highlighted:bg-sunken';

/** Shows the members of the chosen audience. For close friends, also links to the dialog for editing the list. */
function AudienceMembers({ kind, people }: { kind: 'friends' | 'close'; people: Member[] }) {
  const { t } = useTranslation();
  const { open } = usePopup();
  const [shown, setShown] = useState(false);
  return (
    <>
      {people.length > 0 && (
        <Radix.Item
          className={item}
          aria-expanded={shown}
          onSelect={(event) => {
            event.preventDefault();
            setShown(!shown);
          }}
        >
          {t(shown ? 'audience.hideWho' : 'audience.showWho')}
        </Radix.Item>
      )}
      {shown && (
        <ul className="flex max-h-44 flex-col overflow-y-auto pl-11">
          {people.map((person) => (
            <li key={person.userId} className="flex min-h-10 items-center gap-2.5">
              <Avatar src={person.profilePicture} size={32} />
              <span data-own className="min-w-0 text-15">
                <PersonName person={person} />
              </span>
            </li>
          ))}
        </ul>
      )}
      {kind === 'close' && (
        <Radix.Item className={item} onSelect={() => void open({ popup: 'close-friends' })}>
          {t('audience.editClose')}
        </Radix.Item>
      )}
    </>
  );
}

/** A checkbox that decides whether members who join the audience later also see the post. */
function LaterMembers({ draft, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <Radix.CheckboxItem
      checked={!draft.audienceFrozen}
      onCheckedChange={(also) => onChange({ ...draft, audienceFrozen: !also })}
      onSelect={(event) => event.preventDefault()}
      className={optionRow}
    >
      <span className="grid size-5 shrink-0 place-items-center rounded-sm border border-edge text-accent-text">
        <Radix.ItemIndicator>
          <Check aria-hidden className="size-4" />
        </Radix.ItemIndicator>
      </span>
      <OptionText label={t('audience.later')} hint={draft.audienceFrozen ? t('audience.frozenHint') : undefined} />
    </Radix.CheckboxItem>
  );
}

/** The content of the menu. It is mounted only while the menu is open. */
function Questions({ draft, onChange }: Props) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const members = useAudienceMembers();
  const hintOf = (value: PostDraft['audience']): string | undefined => {
    if (value === 'private') return undefined;
    const people = value === 'friends' || value === 'close' ? members[value] : undefined;
    if (!people)
      return t(`audience.${value === 'public' && viewer.visibility === 'private' ? 'followers' : value}Hint`);
    const count = people.length;
    return count
      ? `${t(`audience.${value as 'close'}Hint`)} · ${t('audience.people', { count })}`
      : t(`audience.${value as 'close'}Nobody`);
  };
  const chosen = draft.audience === 'friends' || draft.audience === 'close' ? draft.audience : undefined;
  const people = chosen && members[chosen];
  // No member can join the audiences "everybody" and "only me" later, so the question is not asked for these.
  const canJoinLater =
    chosen || (draft.audience === 'public' && (viewer.visibility === 'private' || draft.audienceFrozen));
  return (
    <>
      <Choices
        label={t('audience.who')}
        value={draft.audience}
        options={audiences.map((value) => ({ value, label: t(`audience.${value}`), hint: hintOf(value) }))}
        onChange={(audience) => onChange({ ...draft, audience })}
        staysOpen
      />
      {chosen && people && <AudienceMembers key={chosen} kind={chosen} people={people} />}
      {canJoinLater && <LaterMembers draft={draft} onChange={onChange} />}
    </>
  );
}

interface Props {
  draft: PostDraft;
  onChange: (draft: PostDraft) => void;
}

/** Chooses who sees a post. */
export function AudienceMenu({ draft, onChange }: Props) {
  const { t } = useTranslation();
  const members = useAudienceMembers(draft.audience);
  const count =
    draft.audience === 'friends' || draft.audience === 'close' ? members[draft.audience]?.length : undefined;
  const name = t(`audience.${draft.audience}`);
  const shown = count && !draft.audienceFrozen ? `${name} · ${t('audience.people', { count })}` : name;
  const frozen = draft.audienceFrozen && draft.audience !== 'private';
  return (
    <ChoiceMenu
      icon={icons[draft.audience]}
      label={t('audience.who')}
      text={frozen ? t('audience.frozen', { audience: shown }) : shown}
    >
      <Questions draft={draft} onChange={onChange} />
    </ChoiceMenu>
  );
}
