import * as contract from '@kith/contracts';
import type { Door } from './door.ts';

/** Members, at SPEC section 7's paths. */
export const userDoors: Door[] = [
  {
    method: 'POST',
    url: '/users',
    summary: 'Makes a password account. Does not sign in.',
    procedure: (caller) => caller.users.create,
    input: contract.signUpInput,
    output: contract.ownUser,
    status: 201,
    message: 'Account created successfully!',
    open: true,
  },
  {
    method: 'GET',
    url: '/users/firebase/:firebaseUid',
    summary: 'A member by identity uid.',
    procedure: (caller) => caller.users.byFirebaseUid,
    input: contract.userByUidInput,
    output: contract.userProfile,
  },
  {
    method: 'GET',
    url: '/users/name/:userName',
    summary: 'A member by username; case does not matter.',
    procedure: (caller) => caller.users.byName,
    input: contract.userByNameInput,
    output: contract.userProfile,
  },
  {
    method: 'GET',
    url: '/users/search',
    summary: 'Members whose name starts with the query, without the caller, by name.',
    procedure: (caller) => caller.users.search,
    input: contract.searchUsersInput,
    output: contract.userListItem,
    list: true,
  },
  {
    method: 'PATCH',
    url: '/users/:userId',
    summary: 'Changes the caller’s own username or bio.',
    procedure: (caller) => caller.users.update,
    input: contract.updateUserInput,
    output: contract.ownUser,
    message: 'Profile updated',
  },
  {
    method: 'DELETE',
    url: '/users/:userId',
    summary: 'Deletes the caller’s own account; needs a re-authentication within the last five minutes.',
    procedure: (caller) => caller.users.delete,
    input: contract.userByIdInput,
    message: 'Account deleted!',
  },
];
