import MailCheck from 'lucide-react/icons/mail-check';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureOf, failureText } from '../../lib/failure.ts';
import { trpc } from '../../lib/trpc.ts';
import type { OwnUser } from '../../lib/types.ts';
import { Button } from '../../ui/Button.tsx';
import { Form, FormMessage, TextField } from '../../ui/Field.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { toast } from '../../ui/toast.tsx';

interface AddressFormProps {
  onDone: (user: OwnUser) => void;
  /** Closes the form. Undefined if the account has no e-mail address yet, because the form cannot be skipped then. */
  onCancel: (() => void) | undefined;
}

function AddressForm({ onDone, onCancel }: AddressFormProps) {
  const { t } = useTranslation();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const change = trpc.auth.changeEmail.useMutation({ onSuccess: onDone });
  const { code, fields } = failureOf(change.error);
  const path = fields[0]?.path ?? { 'email-already-in-use': 'email', 'incorrect-password': 'password' }[code];
  const place = path === 'email' || path === 'password' ? path : 'form';
  const errorAt = (part: string) => (change.error && part === place ? failureText(change.error) : undefined);

  return (
    <Form className="flex flex-col gap-3 pt-2" onSubmit={() => change.isPending || change.mutate({ email, password })}>
      <TextField
        label={t('confirmEmail.newEmail')}
        type="email"
        autoComplete="email"
        autoFocus={onCancel !== undefined}
        value={email}
        error={errorAt('email')}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordField
        label={t('login.password')}
        autoComplete="current-password"
        value={password}
        error={errorAt('password')}
        onChange={(event) => setPassword(event.target.value)}
      />
      <FormMessage text={errorAt('form')} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={change.isPending}>
          {t('confirmEmail.use')}
        </Button>
        {onCancel && (
          <Button variant="ghost" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        )}
      </div>
    </Form>
  );
}

/**
 * Asks members to confirm their e-mail address until they have done so. When the tab regains focus, fetches again whether the
 * address is confirmed.
 */
export default function ConfirmBanner() {
  const { t } = useTranslation();
  const id = useId();
  const utils = trpc.useUtils();
  const { data } = trpc.auth.session.useQuery(undefined, {
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: 'always',
  });
  const [changing, setChanging] = useState(false);
  const sendAgain = trpc.auth.sendConfirmation.useMutation({
    onError: (error) => toast(failureText(error), { variant: 'bad' }),
  });
  // The e-mail address is empty if the session comes from the copy that is stored for use without a connection.
  if (!data || data.user.emailConfirmed || data.user.email === '') return null;
  const { email } = data.user;

  const told = (address: string | null) => toast(t('confirmEmail.sent', { email: address }), { variant: 'good' });

  return (
    <section
      aria-labelledby={id}
      className="mx-4 mt-4 flex max-w-155 gap-3 rounded-card bg-accent-wash p-4 rail:mx-auto rail:mt-6"
    >
      <MailCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-accent-text" />
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <h2 id={id} className="text-15 font-semibold">
          {t(email ? 'confirmEmail.banner' : 'confirmEmail.lost')}
        </h2>
        <p className="text-15 text-pretty break-words">
          {email ? t('confirmEmail.bannerLead', { email }) : t('confirmEmail.lostLead')}
        </p>
        {changing || !email ? (
          <AddressForm
            onCancel={email ? () => setChanging(false) : undefined}
            onDone={(user) => {
              utils.auth.session.setData(undefined, (old) => old && { ...old, user });
              setChanging(false);
              told(user.email);
            }}
          />
        ) : (
          <div className="-ml-3 flex flex-wrap">
            <Button
              variant="ghost"
              small
              busy={sendAgain.isPending}
              onClick={() => sendAgain.mutate(undefined, { onSuccess: () => told(email) })}
            >
              {t('confirmEmail.again')}
            </Button>
            <Button variant="ghost" small onClick={() => setChanging(true)}>
              {t('confirmEmail.change')}
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}
