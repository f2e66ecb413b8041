type Build = 'web' | 'api' | 'worker' | 'start';

/** Builds those of `wanted` whose sources have changed since their last build. Exits the process if a build fails. */
export function ensureBuilt(wanted?: Build[], say?: (line: string) => void): Promise<void>;
