import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure, failureText } from '../../lib/failure.ts';
import { AuthPage } from './AuthPage.tsx';
import { LoginForm } from './LoginForm.tsx';
import type { LoginSearch } from './loginSearch.ts';

const ResetRequestForm = lazy(() => import('./ResetRequestForm.tsx'));

export function LoginScreen({ error, done, next }: LoginSearch) {
  const { t } = useTranslation();
  const [box, setBox] = useState<'login' | 'reset' | 'back'>('login');
  const [sent, setSent] = useState(false);
  const { member } = useRouter().latestLocation.state;
  const words = { signup: t('signup.success'), reset: t('reset.success'), deleted: t('deletion.done') };
  const earlier = done ? words[done] : member !== undefined ? t('login.ended') : null;
  const mailsAreFiles = document.documentElement.dataset.mailFiles !== undefined;
  const greeting = done === 'signup' ? 'new' : done === 'deleted' ? 'bye' : null;

  if (box === 'reset') {
    return (
      <AuthPage title={t('login.resetHeading')} heading={t('login.resetHeading')}>
        <Suspense>
          <ResetRequestForm
            onSent={() => {
              setSent(true);
              setBox('back');
            }}
            onBack={() => setBox('back')}
          />
        </Suspense>
      </AuthPage>
    );
  }
  return (
    <AuthPage title={t('login.title')} heading={t(greeting ? `login.${greeting}Heading` : 'login.heading')}>
      <LoginForm
        // The address contains an error code instead of a text, because anybody can write a link with any text in the address.
        error={error && failureText(new Failure(error, ''))}
        next={next}
        focused={box === 'back'}
        notice={sent ? t('login.resetSent') : earlier}
        hint={sent && mailsAreFiles ? t('login.mailFiles') : null}
        onForgot={() => {
          setSent(false);
          setBox('reset');
        }}
      />
    </AuthPage>
  );
}
