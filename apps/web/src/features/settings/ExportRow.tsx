import Download from 'lucide-react/icons/download';
import { useTranslation } from 'react-i18next';
import { dateFormat } from '../../i18n/dates.ts';
import { fileSize } from '../../i18n/sizes.ts';
import { api } from '../../lib/api.ts';
import { failureOf, failureText } from '../../lib/failure.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.tsx';
import { SettingsRow } from './rows.tsx';

/** The interval, in milliseconds, at which the state of the archive is polled while it is being prepared. */
const pollMs = 3_000;

/** Requests an archive of the member's data, shows that it is being prepared, and becomes a download link when it is ready. */
export function ExportRow() {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const { data } = trpc.exports.state.useQuery(undefined, {
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.status === 'waiting' ? pollMs : false),
  });

  const ask = async () => {
    try {
      const state = await api.exports.request.mutate();
      // An answer that is still on its way was given before the archive was asked for.
      await utils.exports.state.cancel();
      utils.exports.state.setData(undefined, state);
      if (state.status === 'waiting') toast(t('settings.exportAsked'));
    } catch (error) {
      toast(failureOf(error).code === 'rate-limited' ? failureText(error) : t('settings.exportFailed'), {
        variant: 'bad',
      });
    }
  };

  if (data?.url && data.expiresAt) {
    const date = dateFormat({ day: 'numeric', month: 'long' }).format(new Date(data.expiresAt));
    return (
      <a
        href={data.url}
        download="kith.zip"
        // The archive can be downloaded only once, so its state is fetched again a moment after the click.
        onClick={() => setTimeout(() => void utils.exports.state.invalidate(), pollMs)}
        className="flex min-h-12 items-center gap-4 rounded-card px-2 rail:min-h-11 text-start text-17 transition-colors hover:bg-sunken"
      >
        <Download aria-hidden className="size-5.5 shrink-0 text-soft" />
        <span className="min-w-0 flex-1">{t('settings.exportReady', { size: fileSize(data.bytes ?? 0), date })}</span>
      </a>
    );
  }
  const waiting = data?.status === 'waiting';
  return (
    <SettingsRow
      icon={Download}
      label={t(waiting ? 'settings.exportWaiting' : 'settings.export')}
      onSelect={() => void (waiting ? utils.exports.state.invalidate() : ask())}
    />
  );
}
