import i18next, { type TFunction } from 'i18next';
import { useMemo, useSyncExternalStore } from 'react';

let version = 0;

/** Draws again when the language changes or its words arrive; a tenth of what the general binding weighs. */
function subscribe(listener: () => void): () => void {
  const changed = () => {
    version += 1;
    listener();
  };
  i18next.on('languageChanged', changed);
  i18next.store.on('added', changed);
  return () => {
    i18next.off('languageChanged', changed);
    i18next.store.off('added', changed);
  };
}

export function useTranslation() {
  const seen = useSyncExternalStore(subscribe, () => version);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `t` per version, so that effects and memos follow.
  const t: TFunction = useMemo(() => i18next.getFixedT(null, 'translation'), [seen]);
  return { t, i18n: i18next };
}
