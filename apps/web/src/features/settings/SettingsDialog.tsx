import { useNavigate, useRouter } from '@tanstack/react-router';
import Bell from 'lucide-react/icons/bell';
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark';
import EyeOff from 'lucide-react/icons/eye-off';
import IdCard from 'lucide-react/icons/id-card';
import KeyRound from 'lucide-react/icons/key-round';
import LogOut from 'lucide-react/icons/log-out';
import Mail from 'lucide-react/icons/mail';
import ScrollText from 'lucide-react/icons/scroll-text';
import ShieldAlert from 'lucide-react/icons/shield-alert';
import ShieldCheck from 'lucide-react/icons/shield-check';
import Star from 'lucide-react/icons/star';
import UserPen from 'lucide-react/icons/user-pen';
import { useTranslation } from 'react-i18next';
import { usePopup } from '../../lib/popups.ts';
import { useViewer } from '../../lib/session.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ExportRow } from './ExportRow.tsx';
import { InviteRow } from './invitations/InviteRow.tsx';
import type { SettingsPopup, SettingsPopupProps } from './parts.tsx';
import { LanguageRow, SettingsGroup, SettingsRow, ThemeRow } from './rows.tsx';
import { useLogOut } from './useLogOut.ts';

export function SettingsDialog({ covered }: SettingsPopupProps) {
  const { t } = useTranslation();
  const { open, close } = usePopup();
  const { moderator } = useViewer();
  const navigate = useNavigate();
  const logOut = useLogOut();
  const router = useRouter();
  const show = (popup: SettingsPopup) => () => void open({ popup });
  return (
    <Dialog title={t('settings.title')} covered={covered} onClose={close}>
      <div className="flex flex-col gap-5 p-3">
        <SettingsGroup title={t('settings.account')}>
          <SettingsRow icon={UserPen} label={t('settings.editProfile')} leads onSelect={show('edit-profile')} />
          <SettingsRow icon={IdCard} label={t('settings.personal')} leads onSelect={show('personal')} />
          <SettingsRow icon={ShieldCheck} label={t('settings.privacy')} leads onSelect={show('privacy')} />
          <SettingsRow icon={Star} label={t('closeFriends.title')} leads onSelect={show('close-friends')} />
          <SettingsRow icon={Bell} label={t('settings.notifications')} leads onSelect={show('alerts')} />
          <SettingsRow icon={KeyRound} label={t('tokens.title')} leads onSelect={show('tokens')} />
          <ExportRow />
          <InviteRow />
          {moderator && (
            <SettingsRow
              icon={ShieldAlert}
              label={t('menu.moderation')}
              onSelect={() => void navigate({ to: '/moderation' })}
            />
          )}
        </SettingsGroup>
        <SettingsGroup title={t('settings.preferences')}>
          <ThemeRow />
          <LanguageRow />
        </SettingsGroup>
        <SettingsGroup title={t('settings.help')}>
          <SettingsRow icon={CircleQuestionMark} label={t('settings.helpCenter')} leads onSelect={show('help')} />
          <SettingsRow icon={Mail} label={t('settings.contact')} leads onSelect={show('contact')} />
          <SettingsRow icon={ScrollText} label={t('settings.terms')} leads onSelect={show('terms')} />
          <SettingsRow
            icon={EyeOff}
            label={t('settings.policy')}
            leads
            onSelect={() => void router.navigate({ to: '/privacy' })}
          />
        </SettingsGroup>
        <div className="flex flex-col border-t border-line pt-3">
          <SettingsRow
            icon={LogOut}
            label={t('settings.logOut')}
            danger
            onSelect={() => void logOut({ everywhere: false })}
          />
        </div>
      </div>
    </Dialog>
  );
}
