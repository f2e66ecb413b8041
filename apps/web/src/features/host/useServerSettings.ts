import type { ServerSettings } from '@kith/contracts';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { failureText } from '../../lib/failure.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.tsx';
import { changeServerBrand } from './changeServerBrand.ts';

export type Changes = Parameters<typeof api.host.change.mutate>[0];

/** Reads and changes what hosts decide about the server. A change shows at once, and is undone if the server refuses it. */
export function useServerSettings() {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const { data, isError, refetch } = trpc.host.settings.useQuery(undefined, { staleTime: 0 });

  /** Throws what the server refuses. */
  const change = async (changes: Changes): Promise<void> => {
    await utils.host.settings.cancel();
    const before = utils.host.settings.getData();
    // The first steps stay until the server has recorded their end.
    utils.host.settings.setData(undefined, (old) => old && { ...old, ...changes, setUp: old.setUp });
    try {
      const settings = await api.host.change.mutate(changes);
      utils.host.settings.setData(undefined, settings);
      changeServerBrand(settings);
    } catch (error) {
      utils.host.settings.setData(undefined, before);
      throw error;
    } finally {
      // Other queries that depend on the settings: who may invite, and the check-list.
      for (const shown of [utils.auth.options, utils.host.overview, utils.host.log]) void shown.invalidate();
    }
  };

  /** Changes one switch or choice, and says in a toast whether that succeeded. */
  const choose = async (changes: Changes): Promise<void> => {
    try {
      await change(changes);
      toast(t('host.saved'), { variant: 'good' });
    } catch (error) {
      const action = { label: t('common.tryAgain'), run: () => void choose(changes) };
      toast(failureText(error), { variant: 'bad', action });
    }
  };

  /** Returns the properties of a setting's control. If the environment decides the setting, the control is disabled and says so. */
  const fixed = (name: keyof ServerSettings, note?: string) => {
    const variable = data?.setByEnvironment.find(({ setting }) => setting === name)?.variable;
    return { disabled: variable !== undefined, note: variable ? t('host.setBy', { variable }) : note };
  };

  return { settings: data, isError, refetch, change, choose, fixed };
}
