export const root: string;
export const compileCache: string;
export function node26(): string;
export function handOver(script: string, args?: string[]): Promise<void>;
