export const popularInput = { limit: 24 };
