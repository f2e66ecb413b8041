import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Reads a script's options. `--help` prints `usage` and ends well; an option nobody knows prints it and ends badly. */
export function readOptions<const O extends Options>(usage: string, options: O) {
  try {
    const { values } = parseArgs({ options: { ...options, help: { type: 'boolean', short: 'h' } } });
    if (!(values as { help?: boolean }).help) return values as ReturnType<typeof parseArgs<{ options: O }>>['values'];
    console.log(usage);
    process.exit(0);
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${usage}`);
    process.exit(1);
  }
}
