/** Options of queries about what others do on the server: while the page is visible, they are refetched every 30 seconds. */
export const refetched = { staleTime: 0, refetchInterval: 30_000 };
