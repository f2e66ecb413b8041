import * as contract from '@kith/contracts';
import { pageInput } from '@kith/contracts';
import {
  blockUser,
  deleteUser,
  limit,
  listBlocks,
  listMutes,
  muteUser,
  readUser,
  searchUsers,
  signUp,
  signUpsPerAddress,
  suggestUsers,
  unblockUser,
  unmuteUser,
  updateUser,
} from '@kith/domain';
import { limited, open, router, signedIn } from '../trpc.ts';

export const users = router({
  create: open.input(contract.signUpInput).mutation(async ({ ctx, input }) => {
    await limit(ctx.domain, signUpsPerAddress, `address:${ctx.browser.address}`);
    return signUp(ctx.domain, input);
  }),
  byId: signedIn.input(contract.userByIdInput).query(({ ctx, input }) => readUser(ctx.domain, ctx.actor, input)),
  byName: signedIn.input(contract.userByNameInput).query(({ ctx, input }) => readUser(ctx.domain, ctx.actor, input)),
  byFirebaseUid: signedIn
    .input(contract.userByUidInput)
    .query(({ ctx, input }) => readUser(ctx.domain, ctx.actor, input)),
  search: limited('search')
    .input(contract.searchUsersInput)
    .query(({ ctx, input }) => searchUsers(ctx.domain, ctx.actor, input)),
  suggested: signedIn.input(pageInput).query(({ ctx, input }) => suggestUsers(ctx.domain, ctx.actor, input)),
  delete: signedIn.input(contract.userByIdInput).mutation(async ({ ctx, input }) => {
    await deleteUser(ctx.domain, ctx.actor, input);
    ctx.browser.setSessionCookie(null);
  }),
  block: limited('follows')
    .input(contract.userByIdInput)
    .mutation(({ ctx, input }) => blockUser(ctx.domain, ctx.actor, input)),
  unblock: limited('follows')
    .input(contract.userByIdInput)
    .mutation(({ ctx, input }) => unblockUser(ctx.domain, ctx.actor, input)),
  blocks: signedIn.input(pageInput).query(({ ctx, input }) => listBlocks(ctx.domain, ctx.actor, input)),
  mute: limited('follows')
    .input(contract.muteInput)
    .mutation(({ ctx, input }) => muteUser(ctx.domain, ctx.actor, input)),
  unmute: limited('follows')
    .input(contract.userByIdInput)
    .mutation(({ ctx, input }) => unmuteUser(ctx.domain, ctx.actor, input)),
  mutes: signedIn.input(pageInput).query(({ ctx, input }) => listMutes(ctx.domain, ctx.actor, input)),
  update: limited('profile')
    .input(contract.updateUserInput)
    .mutation(({ ctx, input }) => updateUser(ctx.domain, ctx.actor, input)),
});
