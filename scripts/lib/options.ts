import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>['values'];

/**
 * Reads a script's options, and as many words beside them as `positionals` says. `--help` prints `usage` and ends well;
 * an option nobody knows, and a word too many or too few, prints it and ends badly.
 */
export function readOptions<const O extends Options>(
  usage: string,
  options: O,
  positionals = 0,
): Values<O> & { positionals: string[] } {
  try {
    const parsed = parseArgs({
      options: { ...options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: positionals > 0,
    });
    if ((parsed.values as { help?: boolean }).help) {
      console.log(usage);
      process.exit(0);
    }
    if (parsed.positionals.length !== positionals) throw new Error('A word is missing, or one too many.');
    return { ...(parsed.values as Values<O>), positionals: parsed.positionals };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(1);
  }
}
