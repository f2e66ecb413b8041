import * as contract from '@kith/contracts';
import { pageInput } from '@kith/contracts';
import {
  deleteUser,
  limit,
  readUser,
  searchUsers,
  signUp,
  signUpsPerAddress,
  suggestUsers,
  updateUser,
} from '@kith/domain';
import { limited, open, router, signedIn } from '../trpc.ts';
import { blockProcedures } from './blocks.ts';

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
  ...blockProcedures,
  update: limited('profile')
    .input(contract.updateUserInput)
    .mutation(({ ctx, input }) => updateUser(ctx.domain, ctx.actor, input)),
});
