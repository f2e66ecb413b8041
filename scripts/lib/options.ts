import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Values<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>['values'];

/**
 * Parses a script's options, and exactly `positionals` positional arguments. `--help` prints `usage` and exits with 0. An unknown
 * option or a wrong number of arguments prints `usage` and exits with 1.
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
    if (parsed.positionals.length !== positionals) throw new Error('An argument is missing, or there is one too many.');
    return { ...(parsed.values as Values<O>), positionals: parsed.positionals };
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(1);
  }
}
