import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, logOutState } from '../../lib/api.ts';
import { trpc } from '../../lib/trpc.ts';
import { useViewer } from '../../lib/viewerContext.ts';
import { Button } from '../../ui/Button.tsx';
import { PublishState } from '../composer/PublishState.tsx';
import { SuggestedPeople } from '../follows/PeopleList.tsx';
import { BioField } from '../profile/edit/BioField.tsx';
import { NameField } from '../profile/edit/NameField.tsx';
import { PictureField, useNewPicture } from '../profile/edit/PictureField.tsx';
import { useEditProfile } from '../profile/edit/useEditProfile.ts';

const InviteFriends = lazy(() => import('../people/InviteFriends.tsx'));
const CropDialog = lazy(() => import('../profile/edit/CropDialog.tsx'));

const steps = ['name', 'picture', 'bio', 'people'] as const;
type Step = (typeof steps)[number];

interface StepProps {
  onDone: () => void;
}

interface ActionsProps {
  /** Saves what was chosen or entered on this step. Undefined if there is nothing to save. */
  onNext?: (() => void) | undefined;
  busy: boolean;
  onSkip: () => void;
}

function Actions({ onNext, busy, onSkip }: ActionsProps) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <Button variant={onNext ? 'ghost' : 'quiet'} onClick={onSkip}>
        {t('welcome.skip')}
      </Button>
      {onNext && (
        <Button busy={busy} onClick={onNext}>
          {t('welcome.next')}
        </Button>
      )}
    </div>
  );
}

function NameStep({ onDone }: StepProps) {
  const [name, setName] = useState('');
  const { save, busy, error, nameError } = useEditProfile();
  const next = async () => {
    if (await save({ displayName: name.trim(), picture: undefined })) onDone();
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() && !busy) void next();
      }}
    >
      <NameField value={name} error={nameError} onChange={setName} />
      <PublishState fraction={null} error={error} />
      <Actions busy={busy} onNext={name.trim() ? () => void next() : undefined} onSkip={onDone} />
    </form>
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
      <Actions busy={busy} onNext={picture.cut ? () => void next() : undefined} onSkip={onDone} />
      <Suspense fallback={null}>
        {picture.uncut && <CropDialog uncropped={picture.uncut} onUse={picture.use} onClose={picture.forget} />}
      </Suspense>
    </>
  );
}

function BioStep({ onDone }: StepProps) {
  const viewer = useViewer();
  const [bio, setBio] = useState(viewer.bio);
  const { save, busy, error } = useEditProfile();
  const next = async () => {
    if (await save({ userName: viewer.userName, bio: bio.trim(), picture: undefined })) onDone();
  };
  return (
    <>
      <BioField value={bio} onChange={setBio} />
      <PublishState fraction={null} error={error} />
      <Actions busy={busy} onNext={bio.trim() ? () => void next() : undefined} onSkip={onDone} />
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
  const heading = useRef<HTMLHeadingElement>(null);

  const [first] = useState(step);
  useEffect(() => {
    // The steps may appear late. If the focus is already on another element, it stays there.
    if (step === first && document.activeElement !== document.body) return;
    heading.current?.focus({ preventScroll: true });
  }, [step, first]);
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
    <section
      aria-label={t('welcome.label')}
      className="mx-4 mt-4 flex flex-col gap-5 rounded-sheet border border-line bg-surface p-5 rail:mx-0 rail:mt-6 rail:p-6"
    >
      <div className="flex flex-col gap-1">
        <div className="flex items-center gap-3">
          <p className="flex-1 text-13 font-medium text-soft">
            {t('welcome.step', { step: position + 1, steps: steps.length })}
          </p>
          <span aria-hidden className="flex gap-1.5">
            {steps.map((each, index) => (
              <span
                key={each}
                className={`h-1.5 rounded-full transition-all ${index === position ? 'w-6 bg-accent' : 'w-1.5 bg-line'}`}
              />
            ))}
          </span>
        </div>
        <h2 ref={heading} tabIndex={-1} className="text-21 font-bold tracking-tight text-balance outline-none">
          {t(`welcome.${step}`)}
        </h2>
        {step === 'name' && <p className="text-15 text-pretty text-soft">{t('welcome.nameLead')}</p>}
      </div>
      <StepComponent key={step} onDone={goToNext} />
    </section>
  );
}
