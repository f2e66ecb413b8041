/** 0 to n - 1, for shapes that stand in for what is not there yet. */
export const times = (n: number): number[] => [...Array(n).keys()];
