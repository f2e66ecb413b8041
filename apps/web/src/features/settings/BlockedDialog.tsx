import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { postDate } from '../../i18n/dates.ts';
import { itemsOf, paging } from '../../lib/lists.ts';
import { usePopup } from '../../lib/popups.ts';
import { trpc } from '../../lib/trpc.ts';
import type { Member } from '../../lib/types.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { LoadMore, type MorePages } from '../../ui/LoadMore.tsx';
import { nameOf, PersonName } from '../../ui/PersonName.tsx';
import { SkeletonList } from '../../ui/Skeleton.tsx';
import { ErrorState } from '../../ui/States.tsx';
import { unhidePerson } from '../blocks/blockCache.ts';
import type { SettingsPopupProps } from './parts.tsx';

const input = { limit: 50 };
const listOptions = { ...paging, staleTime: 0 };

interface ListProps<P extends Member> {
  title: string;
  empty: string;
  kind: 'unblock' | 'unmute';
  list: MorePages & { data: { pages: { items: P[] }[] } | undefined; isPending: boolean; isError: boolean } & {
    refetch: () => unknown;
  };
  /** A note shown under a member's name. */
  note?: (person: P) => ReactNode;
}

/** A list of blocked or muted members, each with a button that ends the block or mute. */
function UnblockList<P extends Member>({ title, empty, kind, list, note }: ListProps<P>) {
  const { t } = useTranslation();
  const id = useId();
  const people = itemsOf(list.data);
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2 border-line p-5 not-first:border-t">
      <h3 id={id} className="text-15 font-medium">
        {title}
      </h3>
      {list.isPending && <SkeletonList rows={1} />}
      {list.isError && !list.data && <ErrorState title={t('profile.listFailed')} onRetry={() => void list.refetch()} />}
      {list.data && !people.length && !list.hasNextPage && <p className="text-15 text-soft">{empty}</p>}
      <ul className="flex flex-col empty:hidden">
        {people.map((person) => (
          <li key={person.userId} className="flex min-h-15 items-center gap-3">
            <Avatar src={person.profilePicture} size={40} />
            <div className="min-w-0 flex-1">
              <p data-own className="text-15 font-medium">
                <PersonName person={person} />
              </p>
              {note && <p className="text-13 text-soft">{note(person)}</p>}
            </div>
            <Button
              variant="quiet"
              small
              aria-label={t(`blocks.${kind}Named`, { name: nameOf(person) })}
              onClick={() => void unhidePerson(kind, person)}
            >
              {t(`blocks.${kind}`)}
            </Button>
          </li>
        ))}
      </ul>
      <LoadMore key={list.data?.pages.length} more={list} />
    </section>
  );
}

/** The lists of the members whom the viewer has muted and blocked. */
export function BlockedDialog({ covered }: SettingsPopupProps) {
  const { t } = useTranslation();
  const { close } = usePopup();
  const mutes = trpc.users.mutes.useInfiniteQuery(input, listOptions);
  const blocks = trpc.users.blocks.useInfiniteQuery(input, listOptions);
  return (
    <Dialog title={t('blocks.title')} screen covered={covered} onClose={close}>
      <UnblockList
        title={t('blocks.mutes')}
        empty={t('blocks.noMutes')}
        kind="unmute"
        list={mutes}
        note={({ until }) => (until ? t('blocks.until', { date: postDate(until) }) : t('blocks.always'))}
      />
      <UnblockList title={t('blocks.blocks')} empty={t('blocks.noBlocks')} kind="unblock" list={blocks} />
    </Dialog>
  );
}
