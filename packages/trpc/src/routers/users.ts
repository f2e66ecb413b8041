import * as contract from '@kith/contracts';
import {
  deleteUser,
  limit,
  listModerators,
  listNewest,
  readUser,
  searchUsers,
  signUp,
  signUpsPerAddress,
  suggestUsers,
  updateUser,
} from '@kith/domain';
import { protectedProcedure, publicProcedure, router } from '../trpc.ts';
import { blockProcedures } from './blocks.ts';

export const users = router({
  create: publicProcedure
    .meta({
      rest: 'POST /users',
      summary: 'Creates an account with a password. Does not log in.',
      data: contract.ownUser,
      status: 201,
      message: 'Account created successfully!',
    })
    .input(contract.signUpInput)
    .mutation(async ({ ctx, input }) => {
      await limit(ctx.domain, signUpsPerAddress, `address:${ctx.browser.address}`);
      return signUp(ctx.domain, input);
    }),
  byId: protectedProcedure
    .meta({ scope: 'read', rest: 'GET /users/:userId', summary: 'Returns a member by id.', data: contract.userProfile })
    .input(contract.userByIdInput)
    .query(({ ctx, input }) => readUser(ctx.domain, ctx.actor, input)),
  byName: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /users/name/:userName',
      summary: 'Returns a member by username, ignoring case.',
      data: contract.userProfile,
    })
    .input(contract.userByNameInput)
    .query(({ ctx, input }) => readUser(ctx.domain, ctx.actor, input)),
  byFirebaseUid: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /users/firebase/:firebaseUid',
      summary: 'Returns a member by identity uid.',
      data: contract.userProfile,
    })
    .input(contract.userByUidInput)
    .query(({ ctx, input }) => readUser(ctx.domain, ctx.actor, input)),
  search: protectedProcedure
    .meta({
      scope: 'read',
      limit: 'search',
      rest: 'GET /users/search',
      summary: 'Lists members whose names start with the query, in the order of names, without the caller.',
      list: contract.userListItem,
    })
    .input(contract.searchUsersInput)
    .query(({ ctx, input }) => searchUsers(ctx.domain, ctx.actor, input)),
  suggested: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /users/suggested',
      summary: 'Suggests members to follow.',
      list: contract.userListItem,
    })
    .input(contract.pageInput)
    .query(({ ctx, input }) => suggestUsers(ctx.domain, ctx.actor, input)),
  newest: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /users/newest',
      summary:
        'Lists at most ten members who joined within the last day, newest first; nobody on a server with 200 members.',
      list: contract.userListItem,
    })
    .query(({ ctx }) => listNewest(ctx.domain, ctx.actor)),
  moderators: protectedProcedure
    .meta({
      scope: 'read',
      rest: 'GET /users/moderators',
      summary: 'Lists at most twelve moderators, who can help the caller, without the caller.',
      list: contract.userSummary,
    })
    .query(({ ctx }) => listModerators(ctx.domain, ctx.actor)),
  delete: protectedProcedure
    .meta({
      rest: 'DELETE /users/:userId',
      summary: 'Deletes the caller’s account. Needs a re-authentication within the last five minutes.',
      message: 'Account deleted!',
    })
    .input(contract.userByIdInput)
    .mutation(async ({ ctx, input }) => {
      await deleteUser(ctx.domain, ctx.actor, input);
      ctx.browser.setSessionCookie(null);
    }),
  ...blockProcedures,
  update: protectedProcedure
    .meta({
      scope: 'write',
      limit: 'profile',
      rest: 'PATCH /users/:userId',
      summary: 'Changes the caller’s username, display name, bio, links or settings.',
      data: contract.ownUser,
      message: 'Profile updated',
    })
    .input(contract.updateUserInput)
    .mutation(({ ctx, input }) => updateUser(ctx.domain, ctx.actor, input)),
});
