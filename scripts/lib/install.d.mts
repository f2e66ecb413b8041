export type Part = 'all' | 'build' | 'run';
export function packagesOf(part: Part, lockfile?: { packages: Record<string, object> }): Map<string, object>;
