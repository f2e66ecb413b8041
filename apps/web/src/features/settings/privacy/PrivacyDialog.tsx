import { useMutation } from '@tanstack/react-query';
import Ban from 'lucide-react/icons/ban';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import Globe from 'lucide-react/icons/globe';
import Lock from 'lucide-react/icons/lock';
import Search from 'lucide-react/icons/search';
import UserRoundCheck from 'lucide-react/icons/user-round-check';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api.ts';
import { failureOf, failureText } from '../../../lib/failure.ts';
import { usePopup } from '../../../lib/popups.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useViewer } from '../../../lib/viewerContext.ts';
import { ChoiceField } from '../../../ui/ChoiceField.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { DialogFooter } from '../../../ui/DialogFooter.tsx';
import { Form } from '../../../ui/Field.tsx';
import { PasswordField } from '../../../ui/PasswordField.tsx';
import { toast } from '../../../ui/toast.tsx';
import { LocalNote, type SettingsPopupProps } from '../parts.tsx';

const emptyPasswords = { current: '', new: '', confirm: '' };
type Passwords = typeof emptyPasswords;

const autoComplete = { current: 'current-password', new: 'new-password', confirm: 'new-password' } as const;

/** Saves the privacy settings of the account and, if one is entered, a new password. */
function usePrivacy() {
  const { t } = useTranslation();
  const { close } = usePopup();
  const utils = trpc.useUtils();
  const viewer = useViewer();
  const hasPassword = viewer.authProvider === 'email';
  const [visibility, setVisibility] = useState<Visibility>(viewer.visibility);
  const [messagesFrom, setMessagesFrom] = useState<MessagesFrom>(viewer.messagesFrom);
  const [publicPages, setPublicPages] = useState<PublicPages>(viewer.publicPages);
  const [passwords, setPasswords] = useState(emptyPasswords);
  const [errors, setErrors] = useState<Partial<Passwords>>({});
  const [endAccess, setEndAccess] = useState(true);

  const judge = (): Partial<Passwords> => {
    const missing = (Object.keys(emptyPasswords) as (keyof Passwords)[]).filter((name) => !passwords[name]);
    if (missing.length) return Object.fromEntries(missing.map((name) => [name, t('errors.password-required')]));
    return passwords.new === passwords.confirm ? {} : { confirm: t('signup.mismatch') };
  };

  const changePassword = async (): Promise<boolean> => {
    const found = judge();
    setErrors(found);
    if (Object.keys(found).length > 0) return false;
    try {
      await api.auth.changePassword.mutate({
        currentPassword: passwords.current,
        newPassword: passwords.new,
        endAccess,
      });
      setPasswords(emptyPasswords);
      toast(t(endAccess ? 'privacy.passwordChangedAccess' : 'privacy.passwordChanged'), { variant: 'good' });
      return true;
    } catch (error) {
      const { code, fields } = failureOf(error);
      const about = fields.some(({ path }) => path === 'newPassword') ? 'new' : 'current';
      if (fields.length > 0 || code === 'incorrect-password') setErrors({ [about]: failureText(error) });
      else toast(failureText(error), { variant: 'bad' });
      return false;
    }
  };

  const saveChoices = async (): Promise<boolean> => {
    const choices = { visibility, messagesFrom, publicPages };
    if (Object.entries(choices).every(([name, value]) => viewer[name as keyof typeof choices] === value)) return true;
    try {
      const user = await api.users.update.mutate({ userId: viewer.userId, ...choices });
      utils.auth.session.setData(undefined, (old) => old && { ...old, user });
      // When the account becomes public, the server accepts all pending follow requests.
      void utils.follows.invalidate();
      return true;
    } catch (error) {
      toast(`${t('privacy.saveFailed')} ${failureText(error)}`, { variant: 'bad' });
      return false;
    }
  };

  const save = useMutation({
    mutationFn: async () => {
      const changesPassword = hasPassword && Object.values(passwords).some(Boolean);
      if (changesPassword && !(await changePassword())) return;
      setErrors({});
      if (!(await saveChoices())) return;
      toast(t('privacy.saved'), { variant: 'good' });
      close();
    },
  });

  const field = (name: keyof Passwords) => ({
    value: passwords[name],
    error: errors[name],
    autoComplete: autoComplete[name],
    onChange: (event: { target: { value: string } }) => {
      setPasswords({ ...passwords, [name]: event.target.value });
      setErrors({ ...errors, [name]: undefined });
    },
  });

  return {
    ...{ visibility, setVisibility, messagesFrom, setMessagesFrom, publicPages, setPublicPages },
    ...{ hasPassword, field, save, endAccess, setEndAccess },
  };
}

type Visibility = 'public' | 'private';
type MessagesFrom = 'everyone' | 'following' | 'nobody';
type PublicPages = 'off' | 'shown' | 'listed';

const visibilities = [
  { value: 'public', icon: Globe },
  { value: 'private', icon: Lock },
] as const;

const messageOptions = [
  { value: 'everyone', icon: Globe },
  { value: 'following', icon: UserRoundCheck },
  { value: 'nobody', icon: Ban },
] as const;

const publicPageOptions = [
  { value: 'off', icon: EyeOff },
  { value: 'shown', icon: Eye },
  { value: 'listed', icon: Search },
] as const;

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    // A grid, because WebKit counts the legends of groups in a column of flex items twice, and leaves a hole below them.
    <section aria-labelledby={id} className="grid grid-cols-1 gap-5 border-line not-first:border-t not-first:pt-5">
      <h3 id={id} className="text-17 font-semibold">
        {title}
      </h3>
      {children}
    </section>
  );
}

/** Who sees and reaches the member and, apart from that, the password. */
export function PrivacyDialog({ covered }: SettingsPopupProps) {
  const { t } = useTranslation();
  const { close } = usePopup();
  const { visibility, setVisibility, messagesFrom, setMessagesFrom, hasPassword, field, save, ...rest } = usePrivacy();
  return (
    <Dialog
      title={t('settings.privacy')}
      screen
      covered={covered}
      onClose={close}
      footer={<DialogFooter form="privacy" label={t('privacy.submit')} onCancel={close} />}
    >
      <Form id="privacy" className="flex flex-col gap-5 p-5" onSubmit={() => save.isPending || save.mutate()}>
        <Part title={t('privacy.who')}>
          <ChoiceField
            legend={t('privacy.visibility')}
            note={t(`privacy.${visibility}Note`)}
            options={visibilities.map((each) => ({ ...each, label: t(`privacy.${each.value}`) }))}
            value={visibility}
            onChange={setVisibility}
          />
          <ChoiceField
            legend={t('privacy.messagesFrom')}
            options={messageOptions.map((each) => ({ ...each, label: t(`privacy.${each.value}`) }))}
            value={messagesFrom}
            onChange={setMessagesFrom}
          />
          {/* The server sets this attribute of the page if public pages are switched on. */}
          {'publicPages' in document.documentElement.dataset && (
            <ChoiceField
              legend={t('privacy.publicPages')}
              note={t(`privacy.${rest.publicPages}Note`)}
              options={publicPageOptions.map((each) => ({ ...each, label: t(`privacy.${each.value}`) }))}
              value={rest.publicPages}
              onChange={rest.setPublicPages}
            />
          )}
        </Part>
        <Part title={t('privacy.password')}>
          {hasPassword && (
            <>
              <PasswordField label={t('privacy.current')} {...field('current')} />
              <PasswordField
                label={t('privacy.new')}
                hint={field('new').error && t('signup.passwordLetters')}
                {...field('new')}
              />
              <PasswordField label={t('privacy.confirm')} {...field('confirm')} />
            </>
          )}
          {hasPassword && field('new').value && (
            <>
              <label className="flex min-h-11 cursor-pointer items-center gap-3">
                <input
                  type="checkbox"
                  checked={rest.endAccess}
                  onChange={() => rest.setEndAccess(!rest.endAccess)}
                  className="size-5 shrink-0"
                />
                <span className="text-15 text-pretty">{t('privacy.endAccess')}</span>
              </label>
              <LocalNote>{t('privacy.passwordNote')}</LocalNote>
            </>
          )}
          {!hasPassword && <LocalNote>{t('privacy.googleNote')}</LocalNote>}
        </Part>
      </Form>
    </Dialog>
  );
}
