import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../lib/failure.ts';
import { loadApi } from '../../lib/loadApi.ts';
import { Button } from '../../ui/Button.tsx';
import { Form, TextField } from '../../ui/Field.tsx';

interface Props {
  onSent: () => void;
  onBack: () => void;
}

/** Requests a mail with a link for setting a new password. */
export default function ResetRequestForm({ onSent, onBack }: Props) {
  const { t } = useTranslation();
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  const send = async () => {
    if (!email.trim()) return setError(t('errors.email-required'));
    setBusy(true);
    setError(undefined);
    try {
      await (await loadApi()).auth.requestPasswordReset.mutate({ email });
      onSent();
    } catch (failure) {
      setError(failureText(failure));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Form className="flex flex-col gap-4" onSubmit={() => void send()}>
      <TextField
        label={t('login.email')}
        type="email"
        name="email"
        autoComplete="email"
        autoFocus
        value={email}
        error={error}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" busy={busy} className="min-h-12">
        {t('login.sendLink')}
      </Button>
      <Button variant="ghost" onClick={onBack}>
        {t('login.backToLogin')}
      </Button>
    </Form>
  );
}
