import type { HostOverview } from '@kith/contracts';
import { useTranslation } from 'react-i18next';
import { fileSize } from '../../../i18n/sizes.ts';
import { cx } from '../../../ui/cx.ts';
import { Section } from '../Section.tsx';

type Kind = HostOverview['storage'][number]['kind'];

const colours: Record<Kind, string> = {
  pictures: 'bg-accent',
  videos: 'bg-picture-leaf',
  voices: 'bg-picture-dusk',
  exports: 'bg-picture-sea',
  imports: 'bg-picture-sun',
  backups: 'bg-picture-coral',
  other: 'bg-edge',
};

/** Storage by kind as a bar, and the same as a list, which is what screen readers read. */
export function StorageBar({ storage, disk }: Pick<HostOverview, 'storage' | 'disk'>) {
  const { t } = useTranslation();
  const used = storage.filter(({ bytes }) => bytes > 0);
  const total = used.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <Section title={t('host.overview.storage')}>
      <div className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4">
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="text-21 font-semibold tabular-nums">{fileSize(total)}</span>
          {disk && (
            <span className="text-13 text-soft">
              {t('host.overview.free', { free: fileSize(disk.freeBytes), total: fileSize(disk.totalBytes) })}
            </span>
          )}
        </p>
        <div aria-hidden className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-sunken">
          {used.map(({ kind, bytes }) => (
            <span key={kind} className={cx('min-w-1', colours[kind])} style={{ width: `${(bytes / total) * 100}%` }} />
          ))}
        </div>
        <ul className="flex flex-wrap gap-x-5 gap-y-1 text-15">
          {used.map(({ kind, bytes }) => (
            <li key={kind} className="flex items-center gap-2">
              <span aria-hidden className={cx('size-3 rounded-full', colours[kind])} />
              {t(`host.overview.kinds.${kind}`)} <span className="text-soft tabular-nums">{fileSize(bytes)}</span>
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}
