import { maxLengths } from '@kith/contracts/lengths';
import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, logOutState } from '../../lib/api.ts';
import { trpc } from '../../lib/trpc.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/Field.tsx';
import { TextAreaField } from '../../ui/TextAreaField.tsx';
import { PublishState } from '../composer/PublishState.tsx';
import { SuggestedPeople } from '../follows/PeopleList.tsx';
import { NameField } from '../profile/edit/NameField.tsx';
import { PictureField, useNewPicture } from '../profile/edit/PictureField.tsx';
import { useEditProfile } from '../profile/edit/useEditProfile.ts';
import { StepActions, StepFrame } from './StepFrame.tsx';

const InviteFriends = lazy(() => import('../people/InviteFriends.tsx'));
const CropDialog = lazy(() => import('../profile/edit/CropDialog.tsx'));

const steps = ['name', 'picture', 'bio', 'people'] as const;
type Step = (typeof steps)[number];

interface StepProps {
  onDone: () => void;
}

function NameStep({ onDone }: StepProps) {
  const [name, setName] = useState('');
  const { save, busy, error, nameError } = useEditProfile();
  const next = async () => {
    if (await save({ displayName: name.trim(), picture: undefined })) onDone();
  };
  return (
    <Form
      className="flex flex-col gap-5"
      onSubmit={() => {
        if (name.trim() && !busy) void next();
      }}
    >
      <NameField value={name} error={nameError} onChange={setName} />
      <PublishState error={error} />
      <StepActions busy={busy} onNext={name.trim() ? () => void next() : undefined} onSkip={onDone} />
    </Form>
  );
}

function PictureStep({ onDone }: StepProps) {
  const { userName, bio, profilePicture } = useViewer();
  const picture = useNewPicture();
  const { save, busy, fraction, error } = useEditProfile();
  const next = async () => {
    if (await save({ userName, bio, picture: picture.cut?.blob })) onDone();
  };
  return (
    <>
      <PictureField
        src={picture.cut?.url ?? profilePicture}
        isNew={picture.cut !== null}
        refusal={picture.refusal}
        onChoose={(files) => void picture.choose(files)}
      />
      <PublishState fraction={fraction} error={error} />
      <StepActions busy={busy} onNext={picture.cut ? () => void next() : undefined} onSkip={onDone} />
      <Suspense fallback={null}>
        {picture.uncut && <CropDialog uncropped={picture.uncut} onUse={picture.use} onClose={picture.forget} />}
      </Suspense>
    </>
  );
}

function BioStep({ onDone }: StepProps) {
  const { t } = useTranslation();
  const viewer = useViewer();
  const [bio, setBio] = useState(viewer.bio);
  const { save, busy, error } = useEditProfile();
  const next = async () => {
    if (await save({ userName: viewer.userName, bio: bio.trim(), picture: undefined })) onDone();
  };
  return (
    <>
      <TextAreaField label={t('editProfile.bio')} value={bio} maxLength={maxLengths.bio} onChange={setBio} />
      <PublishState error={error} />
      <StepActions busy={busy} onNext={bio.trim() ? () => void next() : undefined} onSkip={onDone} />
    </>
  );
}

function PeopleStep({ onDone }: StepProps) {
  const { t } = useTranslation();
  return (
    <>
      <SuggestedPeople
        empty={
          <>
            <p className="text-15 text-soft">{t('welcome.nobody')}</p>
            <Suspense fallback={null}>
              <InviteFriends />
            </Suspense>
          </>
        }
      />
      <Button className="self-end" onClick={onDone}>
        {t('welcome.finish')}
      </Button>
    </>
  );
}

const stepComponents: Record<Step, (props: StepProps) => ReactNode> = {
  name: NameStep,
  picture: PictureStep,
  bio: BioStep,
  people: PeopleStep,
};

/** Ends the first steps on every device. If the call fails, they are shown once more at the next start. */
function useEndFirstSteps(): () => void {
  const utils = trpc.useUtils();
  const { userId } = useViewer();
  return () => {
    utils.auth.session.setData(undefined, (old) => old && { ...old, user: { ...old.user, newcomer: false } });
    api.users.update.mutate({ userId, newcomer: false }).catch(() => undefined);
  };
}

/** The first steps of a new member: a name, a picture, a short bio, and people to follow. Leaving the screen skips the rest. */
export default function FirstSteps() {
  const { t } = useTranslation();
  const viewer = useViewer();
  const navigate = useNavigate();
  const end = useEndFirstSteps();
  const latest = useRef(end);
  latest.current = end;
  // After a reload, the member continues at the first step that is not done yet.
  const [step, setStep] = useState<Step>(
    viewer.bio ? 'people' : viewer.profilePicture ? 'bio' : viewer.displayName ? 'picture' : 'name',
  );
  useEffect(
    () => () => {
      // A log-out does not count as leaving for another screen.
      if (!/^\/(?:account|login)$/.test(location.pathname) && logOutState() === 'none') latest.current();
    },
    [],
  );

  const position = steps.indexOf(step);
  const goToNext = () => {
    const next = steps[position + 1];
    if (next) setStep(next);
    else void navigate({ to: '/home' });
  };
  const StepComponent = stepComponents[step];
  return (
    <StepFrame label={t('welcome.label')} heading={t(`welcome.${step}`)} position={position} count={steps.length}>
      <StepComponent key={step} onDone={goToNext} />
    </StepFrame>
  );
}
