let open: number | null = null;

/** Tells whose conversation is on the screen, if any. */
export const setOpenChat = (userId: number | null): void => {
  open = userId;
};

/** Whether what this person writes is seen as it arrives. */
export const isReading = (userId: number): boolean => open === userId && document.visibilityState === 'visible';
