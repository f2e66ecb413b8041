export const root: string;
export function ensureInstalled(say?: (line: string) => void): void;
export function node26(): string;
export function handOver(script: string, args?: string[]): void;
