import type { ImportState } from '@kith/contracts';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useTranslation } from 'react-i18next';

type Code = ImportState['skipped'][number]['code'];

/** The items that were skipped for one reason, collapsed at first. */
function SkippedGroup({ code, items }: { code: Code; items: string[] }) {
  const { t } = useTranslation();
  return (
    <details className="group border-t border-line">
      <summary className="flex min-h-12 cursor-pointer items-center gap-3 py-2 text-15">
        <ChevronRight aria-hidden className="size-4.5 shrink-0 text-soft transition-transform group-open:rotate-90" />
        <span className="min-w-0 flex-1 text-pretty">{t(`import.why.${code}`)}</span>
        <span className="text-soft tabular-nums">{items.length}</span>
      </summary>
      <ul className="flex flex-col gap-1 pb-3 pl-7.5 text-13 text-soft">
        {items.map((what, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and two items may have the same name.
          <li key={index} data-own dir="auto" className="wrap-anywhere">
            {what}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The result of a finished import, and the items skipped so far. */
export function ImportOutcome({ state }: { state: ImportState }) {
  const { t } = useTranslation();
  const groups = Map.groupBy(state.skipped, ({ code }) => code);
  const [failure] = state.skipped;
  if (state.state === 'failed' && failure)
    return (
      <p role="alert" className="text-15 text-pretty text-danger">
        {t(`import.why.${failure.code}`)}
      </p>
    );
  return (
    <div className="flex flex-col gap-4">
      {state.state === 'done' && (
        <p role="status" className="text-17 font-semibold text-pretty">
          {t('import.done', { count: state.done })}
        </p>
      )}
      {groups.size > 0 && (
        <section className="flex flex-col">
          <h3 className="pb-2 text-13 font-semibold text-soft">{t('import.skipped', { count: state.skippedCount })}</h3>
          {[...groups].map(([code, items]) => (
            <SkippedGroup key={code} code={code} items={items.map(({ what }) => what)} />
          ))}
          {state.skippedCount > state.skipped.length && (
            <p className="border-t border-line pt-2 text-13 text-soft">
              {t('import.more', { count: state.skippedCount - state.skipped.length })}
            </p>
          )}
        </section>
      )}
    </div>
  );
}
