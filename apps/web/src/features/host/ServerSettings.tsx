import type { ServerSettings as Settings } from '@kith/contracts';
import { maxLengths } from '@kith/contracts/lengths';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fileSize } from '../../i18n/sizes.ts';
import { failureOf, failureText } from '../../lib/failure.ts';
import { Button } from '../../ui/Button.tsx';
import { Form, FormMessage, TextField } from '../../ui/Field.tsx';
import { ServerPicture } from '../../ui/ServerPicture.tsx';
import { SwitchRow } from '../../ui/SwitchRow.tsx';
import { TextAreaField } from '../../ui/TextAreaField.tsx';
import { toast } from '../../ui/toast.tsx';
import { PublishState } from '../composer/PublishState.tsx';
import { PictureField, useNewPicture } from '../profile/edit/PictureField.tsx';
import { NotLoaded, Section } from './Section.tsx';
import { SelectRow } from './SelectRow.tsx';
import { useServerPicture } from './useServerPicture.ts';
import { type Changes, useServerSettings } from './useServerSettings.ts';

const CropDialog = lazy(() => import('../profile/edit/CropDialog.tsx'));

/** The picture of the server, which is saved as soon as it is cropped, and removed at once. */
export function PictureSetting({ pictureUrl }: { pictureUrl: string | null }) {
  const { t } = useTranslation();
  const picture = useNewPicture();
  const { save, remove, fraction, error } = useServerPicture();
  const use = (blob: Blob) => {
    picture.use(blob);
    void save(blob).then((saved) => saved && toast(t('host.saved'), { variant: 'good' }));
  };
  const takeOut = async () => {
    if (!(await remove())) return;
    picture.reset();
    toast(t('host.saved'), { variant: 'good' });
  };
  return (
    <>
      <PictureField
        label={t('host.server.picture')}
        src={picture.cut?.url ?? pictureUrl}
        empty={<ServerPicture src={null} size={96} />}
        isNew={picture.cut !== null}
        refusal={picture.refusal}
        onChoose={(files) => void picture.choose(files)}
      />
      {pictureUrl && (
        <Button variant="ghost" small className="-mt-3 -ml-4 self-start" onClick={() => void takeOut()}>
          {t('host.server.removePicture')}
        </Button>
      )}
      <PublishState fraction={fraction} error={error} />
      <Suspense fallback={null}>
        {picture.uncut && <CropDialog uncropped={picture.uncut} onUse={use} onClose={picture.forget} />}
      </Suspense>
    </>
  );
}

const fields = ['name', 'description', 'rules'] as const;
type Field = (typeof fields)[number];

/** The texts that everybody reads about the server. */
function Words({ saved, change }: { saved: Settings; change: (changes: Changes) => Promise<void> }) {
  const { t } = useTranslation();
  const [edited, setEdited] = useState<Partial<Record<Field, string>>>({});
  const save = useMutation({
    mutationFn: change,
    onSuccess: (_, sent) => {
      // What was typed meanwhile stays.
      setEdited((now) =>
        Object.fromEntries(Object.entries(now).filter(([name, text]) => sent[name as Field] !== text)),
      );
      toast(t('host.saved'), { variant: 'good' });
    },
  });
  const path = failureOf(save.error).fields[0]?.path;
  const failed = fields.find((each) => each === path) ?? 'form';
  const errorAt = (place: Field | 'form') => (save.error && place === failed ? failureText(save.error) : undefined);
  const value = (name: Field) => ({
    label: t(`host.server.${name}`),
    value: edited[name] ?? saved[name],
    error: errorAt(name),
  });
  const edit = (name: Field) => (text: string) => {
    setEdited({ ...edited, [name]: text });
    if (save.error) save.reset();
  };
  const changed = fields.some((name) => edited[name] !== undefined && edited[name] !== saved[name]);
  return (
    <Form
      className="flex flex-col gap-5"
      onSubmit={() => {
        if (!save.isPending && changed) save.mutate(edited);
      }}
    >
      <TextField
        {...value('name')}
        dir="auto"
        maxLength={maxLengths.serverName}
        onChange={(event) => edit('name')(event.target.value)}
      />
      <TextAreaField
        {...value('description')}
        dir="auto"
        maxLength={maxLengths.serverDescription}
        onChange={edit('description')}
      />
      <TextAreaField {...value('rules')} dir="auto" maxLength={maxLengths.serverRules} onChange={edit('rules')} />
      <FormMessage text={errorAt('form')} />
      <Button type="submit" busy={save.isPending} disabled={!changed} className="self-start">
        {t('common.save')}
      </Button>
    </Form>
  );
}

const shownToVisitors = ['publicPages', 'showMembers'] as const;

const shownToMembers = ['linkPreviews'] as const;

/** The longest videos in seconds, and the largest in bytes, that are offered. */
const videoSeconds = [0, 30, 60, 180, 300, 600];
const videoBytes = [50, 100, 200, 500].map((megabytes) => megabytes * 1_000_000);

/** Whether there are videos, and how long and large they may be. */
function Videos({
  settings,
  choose,
  fixed,
}: Pick<ReturnType<typeof useServerSettings>, 'choose' | 'fixed'> & { settings: Settings }) {
  const { t, i18n } = useTranslation();
  const inUnits = (unit: 'minute' | 'second', value: number) =>
    value.toLocaleString(i18n.language, { style: 'unit', unit, unitDisplay: 'long' });
  const { maxVideoSeconds, maxVideoBytes } = settings;
  return (
    <Section title={t('host.server.videos')}>
      <div className="-mx-2 flex flex-col gap-3">
        <SelectRow
          label={t('host.server.maxVideoSeconds')}
          {...fixed('maxVideoSeconds')}
          value={maxVideoSeconds}
          offered={videoSeconds}
          nameOf={(seconds) => {
            if (seconds === 0) return t('host.server.noVideos');
            return seconds % 60 === 0 ? inUnits('minute', seconds / 60) : inUnits('second', seconds);
          }}
          onChange={(next) => void choose({ maxVideoSeconds: next })}
        />
        {maxVideoSeconds > 0 && (
          <SelectRow
            label={t('host.server.maxVideoBytes')}
            {...fixed('maxVideoBytes')}
            value={maxVideoBytes}
            offered={videoBytes}
            nameOf={fileSize}
            onChange={(next) => void choose({ maxVideoBytes: next })}
          />
        )}
      </div>
    </Section>
  );
}

/** The name, picture and words of the server, and what it shows to visitors. */
export function ServerSettings() {
  const { t } = useTranslation();
  const { settings, isError, refetch, change, choose, fixed } = useServerSettings();
  if (!settings) return <NotLoaded failed={isError} onRetry={refetch} />;
  return (
    <>
      <PictureSetting pictureUrl={settings.pictureUrl} />
      <Words saved={settings} change={change} />
      {[
        { title: t('host.server.visitors'), names: shownToVisitors },
        { title: t('host.server.members'), names: shownToMembers },
      ].map(({ title, names }) => (
        <Section key={title} title={title}>
          <div className="-mx-2 flex flex-col gap-3">
            {names.map((name) => (
              <SwitchRow
                key={name}
                label={t(`host.server.${name}`)}
                {...fixed(name, t(`host.server.${name}Note`))}
                checked={settings[name]}
                onChange={(next) => void choose({ [name]: next })}
              />
            ))}
          </div>
        </Section>
      ))}
      <Videos settings={settings} choose={choose} fixed={fixed} />
    </>
  );
}
