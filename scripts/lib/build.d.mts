type Build = 'web' | 'api' | 'worker' | 'start';

/** Builds those of `apps` whose sources have changed since their last build. Exits the process if a build fails. */
export function ensureBuilt(apps?: Build[], say?: (line: string) => void): Promise<void>;
