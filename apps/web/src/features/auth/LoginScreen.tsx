import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../lib/failure.ts';
import { useFailureText } from '../../lib/useFailureText.ts';
import { AuthPage } from './AuthPage.tsx';
import { LoginForm } from './LoginForm.tsx';
import type { LoginSearch } from './loginSearch.ts';
import { ResetRequestForm } from './ResetRequestForm.tsx';

export function LoginScreen({ error, done }: LoginSearch) {
  const { t } = useTranslation();
  const text = useFailureText();
  const [box, setBox] = useState<'login' | 'reset' | 'back'>('login');
  const [sent, setSent] = useState(false);
  const words = { signup: t('signup.success'), reset: t('reset.success'), deleted: t('deletion.done') };
  const earlier = done ? words[done] : null;

  if (box === 'reset') {
    return (
      <AuthPage title={t('login.resetHeading')} heading={t('login.resetHeading')} lead={t('login.resetLead')}>
        <ResetRequestForm
          onSent={() => {
            setSent(true);
            setBox('back');
          }}
          onBack={() => setBox('back')}
        />
      </AuthPage>
    );
  }
  return (
    <AuthPage title={t('login.title')} heading={t('login.heading')} lead={t('login.lead')}>
      <LoginForm
        // Without a message of its own: the address may hold anything.
        error={error && text(new Failure(error, ''))}
        focused={box === 'back'}
        notice={sent ? t('login.resetSent') : earlier}
        onForgot={() => {
          setSent(false);
          setBox('reset');
        }}
      />
    </AuthPage>
  );
}
