export const root: string;
export const compileCache: string;
export function node26(): string;
export function timed<T>(step: string, run: () => T | Promise<T>, say?: (line: string) => void): Promise<T>;
export function spawnNode26(script: string, args?: string[]): Promise<void>;
