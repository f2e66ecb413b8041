import type { ServerSettings } from '@kith/contracts';
import { maxLengths } from '@kith/contracts/lengths';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureText } from '../../lib/failure.ts';
import { ChoiceField } from '../../ui/ChoiceField.tsx';
import { Form, FormMessage, TextField } from '../../ui/Field.tsx';
import { TextAreaField } from '../../ui/TextAreaField.tsx';
import { StepActions, StepFrame } from '../welcome/StepFrame.tsx';
import { signUpModes } from './Joining.tsx';
import { PictureSetting } from './ServerSettings.tsx';
import { TestMail } from './TestMail.tsx';
import { type Changes, useServerSettings } from './useServerSettings.ts';

const steps = ['name', 'picture', 'signUp', 'rules', 'mail'] as const;
type Step = (typeof steps)[number];

interface StepProps {
  settings: ServerSettings;
  /** Saves changes and goes to the next step. */
  save: (changes: Changes) => void;
  next: () => void;
  busy: boolean;
  error: string | undefined;
}

function NameStep({ settings, save, next, busy, error }: StepProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(settings.name);
  const changed = name.trim() !== '' && name.trim() !== settings.name;
  return (
    <Form
      className="flex flex-col gap-5"
      onSubmit={() => {
        if (busy) return;
        if (changed) save({ name });
        else next();
      }}
    >
      <TextField
        label={t('host.server.name')}
        error={error}
        dir="auto"
        maxLength={maxLengths.serverName}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <StepActions busy={busy} onNext={changed ? () => save({ name }) : undefined} onSkip={next} />
    </Form>
  );
}

const PictureStep = ({ settings, next }: StepProps) => (
  <>
    <PictureSetting pictureUrl={settings.pictureUrl} />
    <StepActions busy={false} onNext={settings.pictureUrl ? next : undefined} onSkip={next} />
  </>
);

function SignUpStep({ settings, save, next, busy, error }: StepProps) {
  const { t } = useTranslation();
  const [signUp, setSignUp] = useState(settings.signUp);
  return (
    <>
      <ChoiceField
        legend={t('host.joining.who')}
        note={t(`host.joining.${signUp}Note`)}
        options={signUpModes.map((each) => ({ ...each, label: t(`host.joining.${each.value}`) }))}
        value={signUp}
        onChange={setSignUp}
      />
      <FormMessage text={error} />
      <StepActions busy={busy} onNext={() => save({ signUp })} onSkip={next} />
    </>
  );
}

function RulesStep({ settings, save, next, busy, error }: StepProps) {
  const { t } = useTranslation();
  const [rules, setRules] = useState(settings.rules);
  return (
    <>
      <TextAreaField
        label={t('host.server.rules')}
        error={error}
        hint={t('host.server.rulesHint')}
        dir="auto"
        value={rules}
        maxLength={maxLengths.serverRules}
        onChange={setRules}
      />
      <StepActions busy={busy} onNext={rules.trim() ? () => save({ rules }) : undefined} onSkip={next} />
    </>
  );
}

function MailStep({ next, busy, error }: StepProps) {
  const [sent, setSent] = useState(false);
  return (
    <>
      <TestMail onSent={() => setSent(true)} />
      <FormMessage text={error} />
      <StepActions busy={busy} onNext={sent ? next : undefined} onSkip={next} />
    </>
  );
}

const stepComponents: Record<Step, (props: StepProps) => ReactNode> = {
  name: NameStep,
  picture: PictureStep,
  signUp: SignUpStep,
  rules: RulesStep,
  mail: MailStep,
};

function Steps({ settings, change }: { settings: ServerSettings; change: (changes: Changes) => Promise<void> }) {
  const { t } = useTranslation();
  // A step whose setting the environment decides is left out.
  const [shown] = useState(() =>
    steps.filter((step) => !settings.setByEnvironment.some(({ setting }) => setting === step)),
  );
  const [position, setPosition] = useState(0);
  const isLast = position === shown.length - 1;
  const { mutate, reset, isPending, error } = useMutation({
    mutationFn: change,
    onSuccess: () => isLast || setPosition(position + 1),
  });
  const save = (changes: Changes) => mutate(isLast ? { ...changes, setUp: true } : changes);
  const next = () => {
    if (isLast) return save({});
    reset();
    setPosition(position + 1);
  };
  const step = shown[position] as Step;
  const StepComponent = stepComponents[step];
  return (
    <StepFrame
      label={t('host.setUp.label')}
      heading={t(`host.setUp.${step}`)}
      lead={t(`host.setUp.${step}Lead`)}
      position={position}
      count={shown.length}
    >
      <StepComponent
        key={step}
        settings={settings}
        save={save}
        next={next}
        busy={isPending}
        error={error ? failureText(error) : undefined}
      />
    </StepFrame>
  );
}

/** The first steps of a new server, until a host has gone through them. Afterwards, `then`. */
export default function SetUp({ then = null }: { then?: ReactNode }) {
  const { settings, isError, change } = useServerSettings();
  if (!settings) return isError ? then : null;
  return settings.setUp ? then : <Steps settings={settings} change={change} />;
}
