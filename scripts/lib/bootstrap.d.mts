export const root: string;
export const compileCache: string;
export function node26(): string;
export function spawnNode26(script: string, args?: string[]): Promise<void>;
