export const userPostsInput = (userId: number) => ({ userId, limit: 30 });
