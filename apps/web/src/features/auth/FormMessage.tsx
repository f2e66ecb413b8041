import { cx } from '../../ui/cx.ts';

/** What a form says as a whole; announced when it comes. */
export function FormMessage({ text, good }: { text: string | null | undefined; good?: boolean }) {
  return (
    <div role={good ? 'status' : 'alert'} className="empty:hidden">
      {text && (
        <p
          className={cx(
            'rounded-card px-4 py-3 text-15 font-medium',
            good ? 'bg-sunken text-good' : 'bg-danger-wash text-danger',
          )}
        >
          {text}
        </p>
      )}
    </div>
  );
}
