import { useNavigate, useRouter } from '@tanstack/react-router';
import BadgeInfo from 'lucide-react/icons/badge-info';
import Ban from 'lucide-react/icons/ban';
import Bell from 'lucide-react/icons/bell';
import CalendarDays from 'lucide-react/icons/calendar-days';
import CalendarHeart from 'lucide-react/icons/calendar-heart';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import EyeOff from 'lucide-react/icons/eye-off';
import FolderInput from 'lucide-react/icons/folder-input';
import IdCard from 'lucide-react/icons/id-card';
import KeyRound from 'lucide-react/icons/key-round';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import LogOut from 'lucide-react/icons/log-out';
import Mail from 'lucide-react/icons/mail';
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone';
import ScrollText from 'lucide-react/icons/scroll-text';
import Server from 'lucide-react/icons/server';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Star from 'lucide-react/icons/star';
import UserPen from 'lucide-react/icons/user-pen';
import Webhook from 'lucide-react/icons/webhook';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePopup } from '../../lib/popups.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { ExportRow } from './ExportRow.tsx';
import { InviteRow } from './invitations/InviteRow.tsx';
import type { SettingsPopup, SettingsPopupProps } from './parts.tsx';
import { LanguageRow, SettingsGroup, SettingsRow, ThemeRow } from './rows.tsx';
import { useLogOut } from './useLogOut.ts';

type Entry = Parameters<typeof SettingsRow>[0] & {
  /** Keywords by which a search also finds the entry. */
  keywords?: string;
};

/** Makes a text lower-case and removes its accents. */
const normalize = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').replace(/ł/g, 'l').toLowerCase();

const found = ({ label, keywords = '' }: Pick<Entry, 'label' | 'keywords'>, query: string): boolean =>
  normalize(query)
    .split(/\s+/)
    .every((word) => normalize(`${label} ${keywords}`).includes(word));

/** Returns the entries that open a dialog or a page, in groups. */
function useEntries(): Record<'account' | 'privacy' | 'logIn' | 'advanced' | 'help', Entry[]> {
  const { t } = useTranslation();
  const { open } = usePopup();
  const router = useRouter();
  const year = String(new Date().getFullYear());
  const to = (popup: SettingsPopup) => ({ leads: true, onSelect: () => void open({ popup }) });
  return {
    account: [
      {
        icon: UserPen,
        label: t('settings.editProfile'),
        keywords: t('settings.profileKeywords'),
        ...to('edit-profile'),
      },
      { icon: IdCard, label: t('settings.personal'), keywords: t('settings.personalKeywords'), ...to('personal') },
      {
        icon: Bell,
        label: t('settings.notifications'),
        keywords: t('settings.notificationsKeywords'),
        ...to('notifications'),
      },
      {
        icon: CalendarHeart,
        label: t('year.title'),
        keywords: t('year.keywords'),
        leads: true,
        onSelect: () => void router.navigate({ to: '/year/$year', params: { year } }),
      },
    ],
    privacy: [
      { icon: ShieldCheck, label: t('settings.privacy'), keywords: t('settings.privacyKeywords'), ...to('privacy') },
      { icon: Star, label: t('closeFriends.title'), keywords: t('settings.closeKeywords'), ...to('close-friends') },
      { icon: Ban, label: t('blocks.title'), keywords: t('settings.blockedKeywords'), ...to('blocked') },
    ],
    logIn: [
      {
        icon: LockKeyhole,
        label: t('secondFactor.title'),
        keywords: t('settings.secondFactorKeywords'),
        ...to('second-factor'),
      },
      {
        icon: MonitorSmartphone,
        label: t('privacy.devices'),
        keywords: t('settings.devicesKeywords'),
        ...to('devices'),
      },
    ],
    advanced: [
      {
        icon: CalendarDays,
        label: t('calendar.title'),
        keywords: t('calendar.keywords'),
        ...to('calendar'),
      },
      { icon: FolderInput, label: t('import.title'), keywords: t('settings.importKeywords'), ...to('import') },
      { icon: KeyRound, label: t('tokens.title'), keywords: t('settings.tokensKeywords'), ...to('tokens') },
      { icon: Webhook, label: t('webhooks.title'), ...to('webhooks') },
    ],
    help: [
      {
        icon: BadgeInfo,
        label: t('about.title'),
        leads: true,
        onSelect: () => void router.navigate({ to: '/about' }),
      },
      { icon: CircleQuestionMark, label: t('settings.helpCenter'), ...to('help') },
      { icon: Mail, label: t('settings.contact'), ...to('contact') },
      { icon: ScrollText, label: t('settings.terms'), ...to('terms') },
      {
        icon: EyeOff,
        label: t('settings.policy'),
        leads: true,
        onSelect: () => void router.navigate({ to: '/privacy' }),
      },
    ],
  };
}

const Entries = ({ entries }: { entries: Entry[] }) =>
  entries.map(({ keywords: _, ...entry }) => <SettingsRow key={entry.label} {...entry} />);

/** The entries whose label or keywords contain all words of the query. */
function FoundEntries({ entries, query }: { entries: Entry[]; query: string }) {
  const { t } = useTranslation();
  const has = (label: string, keywords = '') => found({ label, keywords }, query);
  const data = has(t('settings.export'), t('settings.exportKeywords'));
  const invitations = has(t('invitations.title'));
  const theme = has(t('settings.darkMode'), t('settings.themeKeywords'));
  const language = has(t('settings.language'), 'English Español Polski');
  const shown = entries.filter((entry) => found(entry, query));
  return (
    <div className="flex flex-col">
      <Entries entries={shown} />
      {data && <ExportRow />}
      {invitations && <InviteRow />}
      {theme && <ThemeRow />}
      {language && <LanguageRow />}
      <p role="status" className="px-2 text-15 text-soft empty:hidden">
        {!shown.length && !data && !invitations && !theme && !language && t('settings.nothingFound')}
      </p>
    </div>
  );
}

export function SettingsDialog({ covered }: SettingsPopupProps) {
  const { t } = useTranslation();
  const { close } = usePopup();
  const { moderator, host } = useViewer();
  const navigate = useNavigate();
  const logOut = useLogOut();
  const entries = useEntries();
  const [query, setQuery] = useState('');
  const content = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState<number>();
  const search = (next: string) => {
    // The popup keeps its height while it shows what was found, because the field would otherwise move while one types.
    if (!query) setHeight(content.current?.parentElement?.clientHeight);
    setQuery(next);
  };
  const leave: Entry = {
    icon: LogOut,
    label: t('settings.logOut'),
    danger: true,
    onSelect: () => void logOut({ everywhere: false }),
  };
  const moderation: Entry = {
    icon: ShieldAlert,
    label: t('menu.moderation'),
    leads: true,
    onSelect: () => void navigate({ to: '/moderation' }),
  };
  const server: Entry = {
    icon: Server,
    label: t('host.title'),
    keywords: t('host.keywords'),
    leads: true,
    onSelect: () => void navigate({ to: '/server/{-$part}' }),
  };
  const running = [...(moderator ? [moderation] : []), ...(host ? [server] : [])];
  const { account, privacy, logIn, advanced, help } = entries;
  const all = [...account, ...running, ...privacy, ...logIn, ...advanced, ...help, leave];
  return (
    <Dialog title={t('settings.title')} screen covered={covered} onClose={close}>
      <div ref={content} className="flex flex-col gap-5 p-3" style={{ minHeight: query && height }}>
        <div className="px-2">
          <SearchField label={t('settings.search')} value={query} onChange={search} />
        </div>
        {query.trim() ? (
          <FoundEntries entries={all} query={query.trim()} />
        ) : (
          <>
            <SettingsGroup title={t('settings.account')}>
              <Entries entries={account} />
              <InviteRow />
              <Entries entries={running} />
            </SettingsGroup>
            <SettingsGroup title={t('settings.privacyGroup')}>
              <Entries entries={privacy} />
            </SettingsGroup>
            <SettingsGroup title={t('settings.logInGroup')}>
              <Entries entries={logIn} />
            </SettingsGroup>
            <SettingsGroup title={t('settings.preferences')}>
              <ThemeRow />
              <LanguageRow />
            </SettingsGroup>
            <SettingsGroup title={t('settings.advanced')}>
              <Entries entries={advanced} />
              <ExportRow />
            </SettingsGroup>
            <SettingsGroup title={t('settings.help')}>
              <Entries entries={help} />
            </SettingsGroup>
            <div className="flex flex-col border-t border-line pt-3">
              <SettingsRow {...leave} />
            </div>
          </>
        )}
      </div>
    </Dialog>
  );
}
